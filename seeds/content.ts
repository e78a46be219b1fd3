import type { BannerPosition, Settings, Slide, Store, Tile } from '../app/content/contract.ts';

/**
 * The settings and the home page of the demo. Images and videos are named by their files under `/uploads/`. `contact` and
 * `socials` are invented.
 * The registered name, the addresses and the grievance officer are empty. Pages omit them until the owner writes them.
 */

type SeedBanner = { placement: BannerPosition; position: number; title: string | null; slides: Slide[] };
type SeedVideo = { position: number; videoUrl: string; webmUrl: string; poster: string; alt: string };
type SeedTile = Tile & { position: number };
type SeedStore = Store & { position: number };

export const settings: Settings = {
  name: 'Tanabana',
  hindiName: 'तानाबाना',
  tagline: 'tradition meets style',
  heroText: 'Sarees, suits, co-ord sets, dupattas and stoles, made by hand. Many are one of a kind.',
  description: 'Hand-woven cloth from the people who weave it, to wherever you live.',
  foundedYear: 2025,
  contact: {
    legalName: '',
    address: '',
    email: 'hello@tanabana.example',
    replyTo: '',
    phone: '+91 140 000 0000',
    chatUrl: 'https://wa.me/911400000000',
    officeHours: 'Mon–Sat 10:00–18:00 IST',
    grievanceOfficer: '',
  },
  socials: [
    { name: 'Instagram', url: 'https://www.instagram.com/tanabana.example/' },
    { name: 'YouTube', url: 'https://www.youtube.com/@tanabana.example' },
  ],
  shipping: { freeFromPaise: 1_000_000, belowPaise: 0, indiaDays: [3, 5], abroadDays: [5, 10] },
  cod: { allowed: true, fromPaise: null, upToPaise: null, notForUnique: false, uniqueUpToPaise: 5_000_000 },
  limits: { variants: 10, units: 30, heldMinutes: 60, cashOrders: 5 },
  holdMinutes: 15,
  promiseDays: 7,
  seller: {
    gstin: '',
    state: 'Rajasthan',
    invoicePrefix: 'TB',
    lutText: 'Supply meant for export under letter of undertaking without payment of integrated tax.',
  },
  typewriter: [
    'Woven slowly, worn for years',
    'One loom, one length, one of a kind',
    'Tied by hand, dried in the sun',
    'Every thread of the fringe is a day',
    'From the loom to your door',
  ],
  belonging: {
    word: 'अपना',
    paragraphs: [
      'A saree takes anything from a few days to more than six weeks. In that time the weaver settles the tension of every thread with a hand on the cloth. You can feel it in the fall: it is never quite the same twice.',
      'We buy from the loom, we pay before the cloth is cut from it, and we tell you where it was woven.',
    ],
  },
  popularText: 'Start with the cloth you would like to wear, and let the rest follow.',
  visitText: 'We will gladly unfold as many pieces as you like.',
  lowStockAt: 5,
  backupDays: 0,
  emails: { packed: false, invoice: false },
  returnDays: 7,
  returns: {
    reasons: [
      { text: 'It arrived damaged or flawed', isClaim: true },
      { text: 'It is not what I ordered', isClaim: true },
      { text: 'The colour or size does not suit me', isClaim: false },
      { text: 'Something else', isClaim: false },
    ],
    refundsDelivery: true,
    photoDays: 180,
  },
  codeMinutes: 10,
  knowsStitched: true,
  priceBands: [
    { key: 'under-500', label: 'Under ₹500', from: undefined, to: 500 },
    { key: '500-1000', label: '₹500 to ₹1000', from: 500, to: 1000 },
    { key: '1000-2000', label: '₹1000 to ₹2000', from: 1000, to: 2000 },
    { key: '2000-5000', label: '₹2000 to ₹5000', from: 2000, to: 5000 },
    { key: 'over-5000', label: 'Over ₹5000', from: 5000, to: undefined },
  ],
  latestOnHome: 8,
  newOnBrowser: 6,
};

export const banners: SeedBanner[] = [
  {
    placement: 'first',
    position: 0,
    title: 'Our fabrics',
    slides: [
      {
        img: 'hero-1.jpg',
        alt: 'Three cloths on one rod: henna green jamdani, lac red Banarasi, indigo ikat',
        focus: 29,
      },
      { img: 'hero-2.jpg', alt: 'Banarasi and ikat, folded', focus: 80 },
      { img: 'hero-3.jpg', alt: 'A Kanjivaram pallu, pleated', focus: 86 },
      { img: 'hero-4.jpg', alt: 'Ilkal in night blue, falling', focus: 84 },
      { img: 'hero-5.jpg', alt: 'Jamdani sprigs on ivory mul', focus: 78 },
    ],
  },
  {
    placement: 'second',
    position: 0,
    title: 'Two places to start',
    slides: [
      {
        img: 'feature-wedding.jpg',
        alt: 'Madder bandhani and a turmeric Kanjivaram on one rod',
        focus: 57,
        title: 'For a wedding',
        text: 'Madder, turmeric, gold: cloth to hand down.',
        linkLabel: 'See the zari pieces',
        link: '/fabric/Zari',
      },
      {
        img: 'feature-indigo.jpg',
        alt: 'Indigo cloths, folded in two piles',
        focus: 50,
        title: 'Indigo, light to dark',
        text: 'Indigo, in every shade from first dip to midnight.',
        linkLabel: 'See the indigo sarees',
        link: '/Sarees?color=Indigo',
      },
    ],
  },
  {
    placement: 'handwoven',
    position: 0,
    title: 'Made to Belong',
    slides: [
      {
        img: 'tb-sar-005-3.jpg',
        alt: 'The same ikat so close that the feathered threads show',
        focus: 50,
      },
    ],
  },
];

export const videos: SeedVideo[] = [
  {
    position: 0,
    videoUrl: 'breeze.mp4',
    webmUrl: 'breeze.webm',
    poster: 'breeze-poster.jpg',
    alt: 'An ikat saree on its rod, moving in a light breeze',
  },
];

/** Tiles of the home page. `colour` is the colour of the tassel on the tile. */
export const tiles: SeedTile[] = [
  { position: 0, title: 'Sarees', link: '/Sarees', img: 'length-sarees.webp', colour: '#8b1b33' },
  { position: 1, title: 'Suits', link: '/Suits', img: 'length-suits.webp', colour: '#2c3a6a' },
  {
    position: 2,
    title: 'Co-Ord Sets',
    link: '/CoOrdSets',
    img: 'length-co-ord-sets.webp',
    colour: '#c9711d',
  },
  { position: 3, title: 'Dupattas', link: '/Dupattas', img: 'length-dupattas.webp', colour: '#a3431b' },
];

export const stores: SeedStore[] = [
  {
    position: 0,
    name: 'Jaipur',
    address: '',
    hours: 'Mon–Sat 10:00–18:00 IST',
    mapUrl: 'https://www.openstreetmap.org/search?query=Johari%20Bazaar%2C%20Jaipur',
  },
  {
    position: 1,
    name: 'Delhi',
    address: '',
    hours: 'Mon–Sat 10:00–18:00 IST',
    mapUrl: 'https://www.openstreetmap.org/search?query=Dilli%20Haat%20INA%2C%20New%20Delhi',
  },
];
