const browsers: [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg/],
  ['Samsung Internet', /SamsungBrowser/],
  ['Opera', /\bOPR\//],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
];
const systems: [name: string, sign: RegExp][] = [
  ['Android', /Android/],
  ['an iPhone', /iPhone/],
  ['an iPad', /iPad/],
  ['Windows', /Windows/],
  ['a Mac', /Macintosh/],
  ['Linux', /Linux/],
];

/** Returns the name of a browser and its system from a `User-Agent` header, such as `Chrome on Android`. */
export function browserName(agent: string): string {
  const named = (list: typeof browsers) => list.find(([, sign]) => sign.test(agent))?.[0];
  const [browser = 'A browser', machine] = [named(browsers), named(systems)];
  return machine ? `${browser} on ${machine}` : browser;
}
