/**
 * Spellings and Hindi words with the same meaning, by the word that the index stores, which is in lower case, Latin letters and
 * singular. Spellings that sound alike would match anyway, but rank first only if they are listed. `khaddar` is not a spelling of
 * `khadi`, but a different cloth.
 */
const families: Record<string, string> = {
  // Garments and lengths
  saree: 'sari sadi saadi saari sarhi sarree sary sarry sariyan sadiyan saree',
  dupatta: 'dupata duppatta dopatta dupatta chunni chuni odhni odhani orhni',
  suit: 'salwar salwaar salvar shalwar shalvar kameez kamiz kameej kamees qameez suit',
  lehenga: 'lehnga lahenga lahnga lehanga lehenga',
  churidar: 'chudidar choodidar churidaar churidar',
  shawl: 'shal shaal shol shawl',
  scarf: 'scarve scarf',
  pallu: 'pallus pallav palla palloo pallu',
  coord: 'coord',

  // Weaves, prints and needlework
  banarasi: 'banarsi benarasi benaresi benarsi banaresi banarasi',
  kanjivaram: 'kanchipuram kancheepuram kanjeevaram kanjivaram kanjivram conjeevaram conjeeveram conjivaram',
  chanderi: 'chandheri chandari chanderi',
  maheshwari: 'maheshvari mahesvari maheswari maheshwari',
  paithani: 'paithni paithanee paithani',
  pochampally: 'pochampalli pochampali pochampalle pochampally',
  jamdani: 'jamdhani jaamdani jamdanee jamdani',
  ikat: 'ikkat ikath ikkath ekat ikat',
  bandhani: 'bandhej bandhini bandhni bandani bandhani',
  leheriya: 'lehariya laheriya lahariya lahriya lehriya leheria lahariyo leheriya',
  kalamkari: 'kalamkaari calamkari kalamkari',
  ajrakh: 'ajrak ajarakh ajrakh',
  chikankari: 'chikan chikankaari chikenkari chikankari',
  phulkari: 'phulkaari phoolkari fulkari foolkari phulkari',
  zari: 'jari zaree jaree zari',

  // Fibres and cloths
  silk: 'resham reshmi reshami silk',
  cotton: 'suti sooti kapas coton kotton cotton',
  tussar: 'tasar tassar tussore tusser tussah tasser tussar',
  mulmul: 'mul mull malmal mulmul',
  khadi: 'khaadi khadhi khadi',
  kota: 'cota kotah kota',
  doria: 'doriya doria',
  handloom: 'hathkargha handloom',

  // Colours. The Hindi adjectives are listed in the feminine, as for a saree, and in the masculine, as for a suit.
  red: 'lal laal red',
  blue: 'neel neela neeli nil nila nili blue',
  green: 'hara hari haraa green',
  yellow: 'peela peeli pila pili yellow',
  white: 'safed safaid saphed sufed white',
  black: 'kala kali kaala kaali black',
  pink: 'gulabi gulaabi pink',
  orange: 'narangi naarangi orange',
  purple: 'baingani baigani jamuni purple',
  brown: 'bhura bhoora brown',
  gold: 'golden sunehra sunehri sunahra sunahri gold',
  silver: 'chandi chaandi silver',
  saffron: 'kesariya kesaria kesriya kesari saffron',
  turmeric: 'haldi turmeric',
  mehndi: 'mehendi mehandi mehndi',
  grey: 'gray grey',
  colour: 'color colour',

  // The city of the Banarasi weave. It is a place, so it does not map to the weave.
  varanasi: 'banaras benares benaras varanasi',

  jewellery: 'jewelry jewellery',
  woman: 'women woman',
  man: 'men man',
};

/** Maps each spelling to the word that the index stores. Maps that word to itself. */
export const synonyms: ReadonlyMap<string, string> = new Map(
  Object.entries(families).flatMap(([stored, spellings]) =>
    spellings.split(' ').map((spelling): [string, string] => [spelling, stored]),
  ),
);

/** Maps two words to the one word that traders use for them: `co ord` and `co-ord` to `coord`. */
export const joined: ReadonlyMap<string, string> = new Map([
  ['co ord', 'coord'],
  ['hand loom', 'handloom'],
  ['hand woven', 'handwoven'],
  ['kalam kari', 'kalamkari'],
]);
