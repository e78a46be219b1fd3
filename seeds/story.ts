import type { WrittenPage } from '../app/content/contract.ts';

export const story: Omit<WrittenPage, 'updatedAt'> = {
  slug: 'our-story',
  title: 'Our Story',
  word: 'कहानी',
  intro:
    'Tana is the thread that waits. Bana is the thread that travels. Cloth is what happens where they meet.',
  img: 'tb-sar-008-1.jpg',
  imgAlt: 'Ilkal saree, night blue with a pomegranate pallu, hung over a rod',
  sections: [
    {
      id: 'one-loom',
      heading: 'One loom in Ilkal',
      paragraphs: [
        'We began with one loom in Ilkal and a weaver who would not be hurried. The comb teeth where the body meets the pallu are joined loop by loop; she did forty in a morning and undid three.',
        'We asked why, since nobody would have seen it. She said that she would have.',
      ],
    },
    {
      id: 'how-we-buy',
      heading: 'How we buy',
      paragraphs: [
        'Everything here is bought from the person who made it, and paid for before it leaves the loom. The price is agreed while the warp is still being laid, so that a slow month costs us and not the weaver.',
        'On the page of each piece you find where it was made, by which craft, and what its maker wished to say about it.',
      ],
    },
    {
      id: 'once',
      heading: 'Many pieces are one of a kind',
      paragraphs: [
        'When one is gone we do not order a copy; we ask what comes next. A weaver who repeats herself for a year stops looking at the cloth, and it shows.',
      ],
    },
    {
      id: 'the-fringe',
      heading: 'One thread, one day',
      paragraphs: [
        'Under every picture you see a fringe. Each thread in it is one day of work. It is the shortest way we know to say what a thing costs.',
        'The Ilkal saree on this page took six days on the loom, so it has six threads.',
      ],
    },
    {
      id: 'by-hand',
      heading: 'What a hand leaves behind',
      paragraphs: [
        'A slub, a dot a little larger than its neighbour, an edge that feathers: these are the hand, not a fault. We photograph them and say so. We do not send faulty pieces, and if one slips past us we take it back.',
      ],
    },
    {
      id: 'to-you',
      heading: 'From the loom to you',
      paragraphs: [
        'We send to wherever you live. In Jaipur and in Delhi you can ask us to unfold as many pieces as you like; otherwise write to {email} and ask about a drape, a size or a date. Someone who has held the cloth will answer.',
      ],
    },
  ],
};
