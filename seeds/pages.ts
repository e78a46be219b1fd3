import type { WrittenPage } from '../app/content/contract.ts';
import { returnPolicy, shippingPolicy, termsAndConditions } from './policies.ts';
import { story } from './story.ts';

const privacyPolicy: Omit<WrittenPage, 'updatedAt'> = {
  slug: 'privacy-policy',
  title: 'Privacy Policy',
  word: 'अपना',
  intro:
    'In short: an order needs only your name, address, phone and email. We do not track you for advertising, and you can see, correct, export or erase your data.',
  img: null,
  imgAlt: '',
  sections: [
    {
      id: 'who',
      heading: 'Who is responsible for your data',
      paragraphs: ['{legalName}, {address}. Email {email}, telephone {phone}, {officeHours}.'],
    },
    {
      id: 'collected',
      heading: 'What we collect, and why',
      paragraphs: [
        '- Your email address and name, to sign you in with a code or with Google, and to write to you about your orders.',
        '- Your address, pincode and telephone number, so that a courier can find you.',
        '- What you add to your profile. You can shop without filling it in; it only saves you typing.',
        '- What you bought, what you paid and by which method, because the law asks for invoices and accounts. We never see your card number.',
        '- Your cart and wishlist, so that they are there when you sign in again.',
        '- Your ratings and reviews. We show them with your first name and your city, and nothing else about you.',
        '- Your messages to us, so that we can answer.',
        '- The photographs that you add to a return, so that we can see what is wrong.',
        '- Technical records of each visit: the time, the page and the network address. They keep the shop safe and help us find faults.',
        'We do not sell any of this, and we do not use it for advertising.',
      ],
    },
    {
      id: 'cookies',
      heading: 'Cookies and your browser’s storage',
      paragraphs: [
        'We set no cookies for tracking or advertising, and you can shop without any cookies.',
        'We store the following in your browser: the key of your session and your profile (name, email address, telephone number, address, gender) once you have signed in; the email address that waits for a code, what you have typed at the checkout, an unfinished payment, a piece that you saved before signing in and how far you have scrolled on each page, until the tab is closed; your cart until you sign in; whether you chose the data saver; some technical marks that keep the cart and the sign-in working; and a random number that identifies a browser that has signed in before, so that someone else who requests codes for your email address cannot keep you out. Logging out removes your session, your profile and what you typed at the checkout; clearing the data of this site in your browser removes all of it.',
      ],
    },
    {
      id: 'others',
      heading: 'Other companies, and what they learn',
      paragraphs: [
        '- The payment provider receives the amount, your name and how to reach you, and asks you for the details of your payment itself. Its payment form may be loaded as soon as you open the checkout, so it can learn of that visit even if you pay on delivery.',
        '- The courier receives your name, address, telephone number, email address and what is in the parcel. Abroad, customs receives the same.',
        '- If we offer sign-in with Google, Google learns that you visit us when you open our sign-in form, because its button comes from Google. Only if you sign in with it does Google tell us your name and email address.',
        '- Map, chat and social network links open their own sites. They learn about you only when you follow the link.',
        'Each of them has its own rules for cookies and data, and what you do on their pages is covered by theirs, not by ours.',
        'Otherwise we share data only where the law requires it.',
      ],
    },
    {
      id: 'kept',
      heading: 'How long we keep it',
      paragraphs: [
        '- Orders, invoices and payments: as long as tax law asks for them, at present 72 months after the annual return for that year is due.',
        '- Your account, profile, addresses, cart and wishlist: until you erase the account.',
        '- Photographs of a return: until {returnPhotoDays} days after the return is closed, or until you erase the account.',
        '- Sign-in codes: a few minutes. Sessions end when you log out, or when they have not been used for a month.',
        '- Messages and technical records: as long as we need them to answer you, to settle a complaint or to keep the shop safe.',
      ],
    },
    {
      id: 'rights',
      heading: 'Your rights',
      paragraphs: [
        '- See: ask us what we hold about you.',
        '- Correct: change it in your profile, or ask us to change it.',
        '- Export: receive a copy that other software can read.',
        '- Erase: have your account and what belongs to it removed, or delete it yourself in your account under Settings. Your ratings and reviews stay without your name, and your messages to us for as long as we need them. Orders and invoices, with the name, address, phone and email on them, stay for as long as tax law requires.',
        '- Withdraw: take back your consent, as easily as you gave it.',
        'Write to {email}. We may ask you for a code that we send to your email address, to make sure that the request comes from you. It costs nothing.',
        'If you are under 18, please have a parent or guardian order for you.',
      ],
    },
    {
      id: 'grievance',
      heading: 'Grievance officer',
      paragraphs: [
        '{grievanceOfficer}, {email}, {address}. We acknowledge a complaint within 48 hours and settle it within one month. If our answer does not satisfy you, you may turn to the Data Protection Board of India, or to the data protection authority of the country you live in.',
      ],
    },
    {
      id: 'updates',
      heading: 'Updates to this policy',
      paragraphs: [
        'When this policy changes, this page shows the date of the change. If we want to use your data for something new, we ask you first.',
      ],
    },
  ],
};

/**
 * The written pages. When a page is read, its placeholders are filled in from the settings.
 * `{indiaShipping}`, `{indiaShippingSummary}`, `{abroadOrders}` and `{waysToPay}` become whole sentences or parts of a sentence.
 * The other placeholders are `{freeFrom}` (₹10,000), `{indiaDays}` and `{abroadDays}` (3–5), `{returnDays}` (7), `{officeHours}`,
 * `{email}`, `{phone}`, `{legalName}`, `{grievanceOfficer}` and `{address}`.
 */
export const pages: Omit<WrittenPage, 'updatedAt'>[] = [
  privacyPolicy,
  shippingPolicy,
  termsAndConditions,
  returnPolicy,
  story,
];
