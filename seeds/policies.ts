import type { WrittenPage } from '../app/content/contract.ts';

type Page = Omit<WrittenPage, 'updatedAt'>;

export const shippingPolicy: Page = {
  slug: 'shipping-policy',
  title: 'Delivery & Shipping',
  word: 'सफ़र',
  intro:
    'In short: {indiaDays} working days in India, {abroadDays} working days abroad. {indiaShippingSummary}',
  img: null,
  imgAlt: '',
  sections: [
    {
      id: 'how-long',
      heading: 'How long it takes',
      paragraphs: [
        '- Within India: {indiaDays} working days.',
        '- Outside India: {abroadDays} working days.',
        'We do not ship on Sundays and public holidays, and they are not counted as working days.',
      ],
    },
    {
      id: 'india',
      heading: 'What it costs in India',
      paragraphs: ['{indiaShipping}'],
    },
    {
      id: 'abroad',
      heading: 'Ordering from abroad',
      paragraphs: [
        'International shipping is calculated at checkout, as soon as our checkout accepts orders from your country. Until then, please write to us.',
        '{abroadOrders}',
      ],
    },
    {
      id: 'duty',
      heading: 'Duty',
      paragraphs: [
        'For most international orders we pay the delivery duty. If you are still charged duty, please send us the receipt and we will give you store credit for the duty charged. For now we keep a note of that credit ourselves: we will confirm it by email and deduct it from your next order.',
      ],
    },
    {
      id: 'customs',
      heading: 'Customs documents',
      paragraphs: [
        'Customs may ask you for documents. One example is parcels worth more than $2500 that are sent to the USA. Such amounts and rules change often and differ from country to country, so before we send the parcel we will check them and tell you what will be needed.',
        'If the documents that customs asks for are not supplied, the parcel is returned to us and there is no refund. Please write to us as soon as customs asks you for something. We will help with every document that we have.',
      ],
    },
    {
      id: 'on-the-way',
      heading: 'While it is on its way',
      paragraphs: [
        'The page of each order shows where its parcel is. If a parcel is late, please write to {email} or call {phone}, {officeHours}. If the wrapping is torn when it arrives, please take a picture of it before you open it, and then write or call.',
      ],
    },
  ],
};

export const returnPolicy: Page = {
  slug: 'return-policy',
  title: 'Returns & Cancellation',
  word: 'वादा',
  intro:
    'In short: if something is wrong with a piece, please tell us within 48 hours of delivery if you can, and in any case within {returnDays} days.',
  img: null,
  imgAlt: '',
  sections: [
    {
      id: 'when',
      heading: 'When we take a piece back',
      paragraphs: [
        'We take back a piece only for defects or if we sent a wrong item. Please email {email} within 48 hours of receipt if you can, with pictures or a short video of the unwrapping. We reply within 5 working days.',
        'There is one exception: if the page of a piece says “Return available for {returnDays} days after delivery”, you can ask to return it for another reason too.',
        'The Return button on the page of your order sends us the same request, for {returnDays} days after delivery. It only sends a request, so please do not send the piece back yet. We look at each request and tell you whether the return is authorised.',
        'Slubs, small differences in colour and uneven edges are part of work done by hand and are not defects.',
      ],
    },
    {
      id: 'sending-back',
      heading: 'Sending it back',
      paragraphs: [
        'Send the piece back within 5 days of our authorisation, unworn and well wrapped. There is no reverse pickup, so please use a courier you trust and keep the receipt, unless we tell you that a courier will collect the piece.',
        'We process a return within 7 working days of receiving it.',
      ],
    },
    {
      id: 'refunds',
      heading: 'Refunds',
      paragraphs: [
        'A refund reaches you within 7–10 working days after we send it, the same way you paid. If you paid on delivery, we will write to ask for your bank account or UPI ID, and the time counts from your reply.',
        'Refunds may lose gateway fees, which the payment provider keeps, but we normally refund the full amount. If we ever deduct that fee, you will see it on a separate line, with the reason, before the refund is sent. We never deduct it when the mistake is ours.',
      ],
    },
    {
      id: 'not-returnable',
      heading: 'What we cannot take back',
      paragraphs: [
        'Stitched garments, cut fabric and customised items are not returnable. If such a piece reaches you defective or is not what you ordered, please write to us anyway, or use Return on the page of your order: your legal rights stay the same.',
      ],
    },
    {
      id: 'cancelling',
      heading: 'Cancelling',
      paragraphs: [
        'Only unstitched items can be cancelled, and only before they are shipped. Once an order is packed, it can be cancelled only as a whole, until the courier sets out to collect it, and not at all if it includes an item that cannot be cancelled. We charge no cancellation fee: what you paid for the cancelled items is refunded in full.',
      ],
    },
    {
      id: 'exchange',
      heading: 'Exchange',
      paragraphs: [
        'We exchange only pieces without customisation, and you pay the shipping both ways and any duties. There is no button for exchanges yet, so please write to {email}.',
      ],
    },
    {
      id: 'questions',
      heading: 'Questions',
      paragraphs: ['{email}, {phone}, {officeHours}.'],
    },
  ],
};

export const termsAndConditions: Page = {
  slug: 'terms-and-conditions',
  title: 'Terms & Conditions',
  word: 'बात',
  intro: 'What you can expect from us, and what we expect from you, when you buy here.',
  img: null,
  imgAlt: '',
  sections: [
    {
      id: 'who',
      heading: 'Who you are buying from',
      paragraphs: ['{legalName}, {address}. Email {email}, telephone {phone}, {officeHours}.'],
    },
    {
      id: 'cloth',
      heading: 'The cloth',
      paragraphs: [
        'Our pieces are made by hand. We show and describe each one as it is; a screen may still show a colour a little warmer or cooler than the cloth. Many pieces are one of a kind, and a piece is yours only when your order is confirmed.',
      ],
    },
    {
      id: 'prices',
      heading: 'Prices',
      paragraphs: [
        'Prices are in Indian rupees and include all taxes. What you pay is the total that you see before you order.',
        'If a piece was shown at a wrong price, we may cancel the order before dispatch. You then receive a full refund.',
      ],
    },
    {
      id: 'paying',
      heading: 'Paying',
      paragraphs: [
        'You can pay {waysToPay}. Online payments are taken by a payment provider; we never see your card number.',
      ],
    },
    {
      id: 'after',
      heading: 'Delivery, returns and cancelling',
      paragraphs: [
        'Our pages Delivery & Shipping and Returns & Cancellation are part of these terms. We charge no cancellation fee.',
      ],
    },
    {
      id: 'reviews',
      heading: 'Reviews',
      paragraphs: [
        'Only someone who has received a piece can rate it. We show your rating, your review, your first name and your city. We remove reviews that are unlawful or insulting, but never because they are critical.',
      ],
    },
    {
      id: 'pictures',
      heading: 'Pictures and texts',
      paragraphs: [
        'The pictures, videos and texts here are ours. You are welcome to share them with a link. Please ask us before you print or sell them.',
      ],
    },
    {
      id: 'law',
      heading: 'Law and courts',
      paragraphs: [
        'Indian law applies. The courts of Delhi have jurisdiction. Nothing here takes away your rights under the Consumer Protection Act, 2019, including the right to complain to the consumer commission where you live or work.',
      ],
    },
    {
      id: 'grievance',
      heading: 'If you are not satisfied',
      paragraphs: [
        'Write to {grievanceOfficer}, {email}, {address}. We acknowledge a complaint within 48 hours and settle it within one month.',
      ],
    },
    {
      id: 'changes',
      heading: 'Changes',
      paragraphs: [
        'When these terms change, this page shows the date of the change. The terms that applied when you placed an order stay valid for it.',
      ],
    },
  ],
};
