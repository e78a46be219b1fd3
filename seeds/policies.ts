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
        'International shipping is calculated at checkout, as soon as the checkout takes your country.',
        '{abroadOrders}',
      ],
    },
    {
      id: 'duty',
      heading: 'Duty',
      paragraphs: [
        'For most international orders we pay the delivery duty. If you are charged duty all the same, send us the receipt and we give you store credit for the duty charged. For now we keep that credit by hand: we confirm it by e-mail and take it off your next order.',
      ],
    },
    {
      id: 'customs',
      heading: 'Customs papers',
      paragraphs: [
        'Customs may ask you for documents. An example: parcels worth more than $2500 that are sent to the USA. Such figures and rules change often and differ from country to country, so we check them and confirm with you what will be needed before we send the parcel.',
        'If the documents that customs asks for are not supplied, the parcel is returned to us and there is no refund. Please write to us as soon as customs asks you for something; we help with every paper that we have.',
      ],
    },
    {
      id: 'on-the-way',
      heading: 'While it is on its way',
      paragraphs: [
        'Each order shows where its parcel is. If it is late, or the wrapping is torn when it arrives, take a picture before you open it and write to {email} or call {phone}, {officeHours}.',
      ],
    },
  ],
};

export const returnPolicy: Page = {
  slug: 'return-policy',
  title: 'Returns & Cancellation',
  word: 'वादा',
  intro:
    'In short: tell us within 48 hours if something is wrong. In your account, Return is open for {returnDays} days after delivery.',
  img: null,
  imgAlt: '',
  sections: [
    {
      id: 'when',
      heading: 'When we take a piece back',
      paragraphs: [
        'We take back a piece only for defects or if we sent a wrong item. E-mail {email} within 48 hours of receipt, with pictures or a short film of the unwrapping. We reply within 5 working days.',
        'Return in your account sends us the same request and is open for {returnDays} days after delivery. It asks; it does not yet return. We look at each request and tell you whether it is authorised.',
        'Slubs, small differences of colour and uneven edges come with work by hand and are not defects.',
      ],
    },
    {
      id: 'sending-back',
      heading: 'Sending it back',
      paragraphs: [
        'Send the piece back within 5 days of our authorisation, unworn and well wrapped. There is no reverse pickup, so please use a courier you trust and keep the slip.',
        'We process a return within 7 working days of receiving it.',
      ],
    },
    {
      id: 'refunds',
      heading: 'Refunds',
      paragraphs: [
        'A refund reaches you in 7–10 working days, by the way you paid. For cash on delivery we ask you for a bank account or a UPI address.',
        'Refunds may lose gateway fees, the part that the payment provider keeps. As a rule we refund the full amount. If we ever take that fee off, you see it as a line of its own, with the reason, before the refund is sent; we never take it off when the mistake is ours.',
      ],
    },
    {
      id: 'not-returnable',
      heading: 'What we cannot take back',
      paragraphs: [
        'Stitched garments, cut fabric and customised items are not returnable. If such a piece reaches you defective or is not what you ordered, write to us all the same: what the law gives you stays yours.',
      ],
    },
    {
      id: 'cancelling',
      heading: 'Cancelling',
      paragraphs: [
        'Only unstitched items can be cancelled, and only before they are shipped. We charge no cancellation fee: what you paid for the cancelled items comes back in full.',
      ],
    },
    {
      id: 'exchange',
      heading: 'Exchange',
      paragraphs: [
        'We exchange only pieces without customisation, and you pay the shipping both ways and any duties. There is no button for it yet; write to {email}.',
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
  intro: 'What you and we may expect of each other when you buy here.',
  img: null,
  imgAlt: '',
  sections: [
    {
      id: 'who',
      heading: 'Who sells',
      paragraphs: ['{legalName}, {address}. E-mail {email}, telephone {phone}, {officeHours}.'],
    },
    {
      id: 'cloth',
      heading: 'The cloth',
      paragraphs: [
        'Our pieces are made by hand. We show and describe each one as it is; a screen may still show a colour a little warmer or cooler than the cloth. Many pieces exist once, and a piece is yours only when your order is confirmed.',
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
        'You pay {waysToPay}. Online payments are taken by a payment provider; we never see the number of your card.',
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
        'Only someone who has received a piece can rate it. We show your stars, your words, your first name and your city. We take down what is unlawful or insults somebody, and nothing because it is critical.',
      ],
    },
    {
      id: 'pictures',
      heading: 'Pictures and words',
      paragraphs: [
        'The pictures, films and words here are ours. Share them with a link as you like; ask us before you print or sell them.',
      ],
    },
    {
      id: 'law',
      heading: 'Law and courts',
      paragraphs: [
        'Indian law applies. The courts of Delhi have jurisdiction. Nothing here takes away what the Consumer Protection Act, 2019 gives you, including the right to complain to the consumer commission where you live or work.',
      ],
    },
    {
      id: 'grievance',
      heading: 'If you are not content',
      paragraphs: [
        'Write to {grievanceOfficer}, {email}, {address}. We acknowledge a complaint within 48 hours and settle it within one month.',
      ],
    },
    {
      id: 'changes',
      heading: 'Changes',
      paragraphs: [
        'When these terms change, this page carries the date of the change. An order keeps the terms under which it was placed.',
      ],
    },
  ],
};
