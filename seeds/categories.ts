import type { Display, Selvedge } from '../app/catalogue/contract.ts';

/**
 * The categories of the demo. `word` is a Hindi word shown beside the title. The font subset for these words has no श, ष, छ, ई, ओ
 * or short i sign, so `word` is empty for a Hindi word that needs one of them.
 */

type SeedCategory = {
  slug: string;
  name: string;
  word: string;
  intro: string;
  img: string;
  display: Display;
  selvedge: Selvedge;
  position: number;
  /** False for stitched garments, because the return policy excludes them. The same applies to `cancellable`. */
  returnable?: boolean;
  cancellable?: boolean;
};
type SeedListing = { name: string; word: string; intro: string; selvedge?: Selvedge };

export const categories: SeedCategory[] = [
  {
    slug: 'Sarees',
    name: 'Sarees',
    word: 'साड़ी',
    intro:
      'Six yards, one loom, no two the same. From a cotton Kota for a working Tuesday to a katan silk that took two weavers a month.',
    img: 'tile-sarees.jpg',
    display: 'hung',
    selvedge: 'rosette',
    position: 0,
  },
  {
    slug: 'Suits',
    name: 'Suits',
    word: 'सूट',
    intro:
      'Kurta, trousers and dupatta, cut from cloth that was woven, printed or tied for them. The sizes are ready; the cloth took its time.',
    img: 'tile-suits.jpg',
    display: 'flat',
    selvedge: 'ikat',
    position: 1,
    returnable: false,
    cancellable: false,
  },
  {
    slug: 'CoOrdSets',
    name: 'Co-Ord Sets',
    word: 'जोड़ी',
    intro: 'A top and trousers from one length of cloth. Wear them together, or let each go its own way.',
    img: 'tile-co-ord-sets.jpg',
    display: 'flat',
    selvedge: 'wave',
    position: 2,
    returnable: false,
    cancellable: false,
  },
  {
    slug: 'Dupattas',
    name: 'Dupattas',
    word: 'दुपट्टा',
    intro:
      'The length that finishes a plain kurta. Embroidered, tied, drawn by pen, or so light that you forget it is there.',
    img: 'tile-dupattas.jpg',
    display: 'hung',
    selvedge: 'rosette',
    position: 3,
  },
  {
    slug: 'Stoles',
    name: 'Stoles',
    word: 'स्टोल',
    intro:
      'The smallest thing off the loom, and often the first that someone buys. Good for a cold train, a late evening or a gift.',
    img: 'tile-stoles.jpg',
    display: 'hung',
    selvedge: 'temple',
    position: 4,
  },
];

export const crafts: SeedListing[] = [
  {
    name: 'Banarasi brocade',
    word: 'बनारसी',
    intro:
      'Silk from Varanasi, with flowers and vines laid in by an extra weft of zari or silk. In kadhua work each motif is woven and bound off by itself, so no threads float on the back.',
    selvedge: 'rosette',
  },
  {
    name: 'Kanjivaram',
    word: 'कांजीवरम',
    intro:
      'Heavy mulberry silk from Kanchipuram in Tamil Nadu. In korvai weaving the border is joined to the body shuttle by shuttle, and the join shows as a row of temple teeth.',
    selvedge: 'temple',
  },
  {
    name: 'Chanderi',
    word: 'चंदेरी',
    intro:
      'Sheer cloth from Chanderi in Madhya Pradesh, most often of silk warp and cotton weft. Small coins and flowers are woven in one at a time and seem to float when the light is behind them.',
    selvedge: 'rosette',
  },
  {
    name: 'Kota Doria',
    word: 'कोटा',
    intro:
      'A gauze of small squares, the khat, from Kaithoon near Kota in Rajasthan. Thick and thin threads of cotton and silk are beaten together so that the cloth is light and lets the air through.',
    selvedge: 'temple',
  },
  {
    name: 'Ikat',
    word: 'इकत',
    intro:
      'The threads are tied and dyed before they are woven, in the warp, the weft or both. Because no thread lands exactly where the plan says, the edges of the pattern feather.',
    selvedge: 'ikat',
  },
  {
    name: 'Patola',
    word: 'पटोला',
    intro:
      'Ikat silk from Gujarat, with elephants, flowers and dancers in a strict grid. In Rajkot the weft alone is tied and dyed; in Patan both warp and weft are.',
    selvedge: 'ikat',
  },
  {
    name: 'Jamdani',
    word: 'जामदानी',
    intro:
      'Fine cotton of Bengal with motifs laid in by hand while the cloth is on the loom. The extra thread goes only where the motif is, so the sprigs seem to float in the muslin.',
    selvedge: 'rosette',
  },
  {
    name: 'Ilkal',
    word: 'इलकल',
    intro:
      'Sarees from Ilkal in Karnataka, known by their pomegranate borders and the tope teni pallu. Body and pallu are joined on the loom, loop by loop, by the kondi technique.',
    selvedge: 'temple',
  },
  {
    name: 'Maheshwari',
    word: '',
    intro:
      'Silk and cotton from Maheshwar on the Narmada in Madhya Pradesh, with fine stripes or checks. Its border looks the same on both faces, so you can wear either side facing out.',
    selvedge: 'wave',
  },
  {
    name: 'Tussar',
    word: 'टसर',
    intro:
      'Silk reeled or spun from the cocoons of a wild silkworm, long the work of Bhagalpur and its neighbours. The honey colour is the cocoon’s own, and the slubs are left where they fall.',
    selvedge: 'temple',
  },
  {
    name: 'Bandhani',
    word: 'बांधनी',
    intro:
      'Cloth of Gujarat and Rajasthan, pinched and tied by fingernail into small knots and then dyed. Each knot leaves a ringed dot, and no two hands tie the same.',
    selvedge: 'rosette',
  },
  {
    name: 'Ajrakh',
    word: 'अजरख',
    intro:
      'Block printing from Kutch and Sindh, in many rounds of resist, mordant and dye. Indigo and madder carry its stars and its grids, and the cloth is washed between one stage and the next.',
    selvedge: 'ikat',
  },
  {
    name: 'Phulkari',
    word: 'फुलकारी',
    intro:
      'Embroidery of Punjab, darned in untwisted silk floss from the back of the cloth. The threads are counted and never drawn; where the ground is fully covered, the work is called bagh.',
    selvedge: 'rosette',
  },
  {
    name: 'Kalamkari',
    word: 'कलमकारी',
    intro:
      'Pictures and vines on cotton, fixed with natural dyes and mordants. In Srikalahasti they are drawn with a pen, in Machilipatnam they are printed from carved blocks.',
    selvedge: 'wave',
  },
  {
    name: 'Khadi',
    word: 'खादी',
    intro:
      'Cloth that is spun by hand and woven by hand. The yarn is never quite even, so the cloth breathes, takes dye deeply and softens with each wash.',
    selvedge: 'temple',
  },
  {
    name: 'Leheriya',
    word: 'लहर',
    intro:
      'Tie-dye from Rajasthan: the cloth is rolled on the diagonal like a rope, tied and dyed. Each turn that is untied shows another wave.',
    selvedge: 'wave',
  },
  {
    name: 'Gota work',
    word: 'गोटा',
    intro:
      'Ribbon woven of metallic thread, cut, folded and stitched on by hand, as it is done in Rajasthan. It edges a dupatta or stands in small leaves and flowers.',
    selvedge: 'temple',
  },
];

export const fabrics: SeedListing[] = [
  {
    name: 'Katan silk',
    word: 'कतान',
    intro:
      'Pure silk whose threads are twisted together before weaving. It is firm and smooth, and it carries the weight of brocade.',
  },
  {
    name: 'Zari',
    word: 'ज़री',
    intro:
      'Thread wrapped in metal, gold or silver in tone, for borders and motifs. Store it folded in muslin, away from damp and perfume.',
  },
  {
    name: 'Mulberry silk',
    word: 'मलबरी',
    intro:
      'Silk of the cultivated silkworm, which feeds on mulberry leaves. Its long, even thread gives a cloth with a deep sheen.',
  },
  {
    name: 'Silk-cotton',
    word: '',
    intro: 'A silk warp crossed by a cotton weft. It has the light of the one and the ease of the other.',
  },
  {
    name: 'Cotton',
    word: 'सूती',
    intro:
      'The everyday cloth of a hot country: cool, washable and strong. Woven by hand, it grows softer and does not lose its body.',
  },
  {
    name: 'Silk',
    word: '',
    intro:
      'Reeled from the cocoon, light for its strength, and quick to take a dye. Have it dry cleaned unless its page says otherwise, and refold it now and then so that no crease sets.',
  },
  {
    name: 'Cotton mul',
    word: 'मलमल',
    intro:
      'Soft, fine muslin in a plain weave. It is light enough for the hottest month and wears in like an old handkerchief.',
  },
  {
    name: 'Tussar silk',
    word: 'टसर',
    intro:
      'Silk from wild cocoons, honey-coloured before any dye. It is drier to the touch than mulberry silk and full of small slubs.',
  },
  {
    name: 'Gajji silk',
    word: 'गज्जी',
    intro:
      'A dense satin-weave silk that has long been at home in Gujarat. It is heavy, falls straight and shows bandhani at its deepest.',
  },
  {
    name: 'Modal',
    word: 'मोडल',
    intro:
      'A soft fibre made from beech wood pulp. It drapes like silk, takes natural dyes well and is easy to wear.',
  },
  {
    name: 'Cotton silk',
    word: '',
    intro:
      'Cotton and silk woven together, with cotton leading. It has a faint sheen and keeps its shape through the day.',
  },
  {
    name: 'Chinon',
    word: '',
    intro:
      'A light crêpe with a soft fall and a little shimmer. It is a common ground for embroidered dupattas.',
  },
  {
    name: 'Khadi cotton',
    word: 'खादी',
    intro:
      'Cotton spun by hand and woven by hand. Slubs in the yarn are its signature, and it is at its best after many washes.',
  },
  {
    name: 'Khaddar cotton',
    word: 'खद्दर',
    intro:
      'The coarser hand-spun cotton of Punjab. Its open, countable weave is the ground on which phulkari is darned.',
  },
  {
    name: 'Silk floss',
    word: 'पट',
    intro:
      'Silk that is left untwisted, known as pat in Punjab. It catches the light differently with the direction of each stitch.',
  },
  {
    name: 'Gota',
    word: 'गोटा',
    intro:
      'Ribbon woven with metallic thread. Stitched along an edge, it gives a light cloth a little weight and a line of light.',
  },
  {
    name: 'Tissue silk',
    word: '',
    intro:
      'Silk crossed with a fine zari weft, so that the whole cloth glows. It keeps the creases it is given, so roll it and do not fold it.',
  },
  {
    name: 'Linen',
    word: '',
    intro: 'Spun from the stalk of the flax plant. It is crisp and cool, and it softens with use.',
  },
];

/** The colour family of each colour in the demo catalogue. */
export const colourFamilies: Record<string, { family: string }> = {
  'Lac red': { family: 'Red' },
  Lac: { family: 'Red' },
  'Madder red': { family: 'Red' },
  Madder: { family: 'Red' },
  Pomegranate: { family: 'Red' },
  Blush: { family: 'Pink' },
  Rose: { family: 'Pink' },
  'Pink and ivory': { family: 'Pink' },
  Saffron: { family: 'Orange' },
  Rust: { family: 'Orange' },
  Turmeric: { family: 'Yellow' },
  Honey: { family: 'Yellow' },
  'Old gold': { family: 'Yellow' },
  'Henna green': { family: 'Green' },
  Sage: { family: 'Green' },
  Olive: { family: 'Green' },
  Aqua: { family: 'Blue' },
  Indigo: { family: 'Indigo' },
  'Indigo night': { family: 'Indigo' },
  'Night blue': { family: 'Indigo' },
  Plum: { family: 'Purple' },
  'Honey and walnut': { family: 'Brown' },
  'Iron black': { family: 'Black' },
  Ivory: { family: 'Ivory' },
  Cream: { family: 'Ivory' },
  'Ivory and iron black': { family: 'Ivory' },
};
