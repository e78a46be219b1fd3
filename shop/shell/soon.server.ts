import type { Cloth } from '../foundation/ui/selvedge.tsx';

/** A screen that is not open yet: its name, its Hindi companion word, what it will be for, its edge. */
export type Soon = { title: string; word: string; purpose: string; pattern: Cloth['pattern'] };

const order: Soon = {
  title: 'My Orders',
  word: 'सफ़र',
  purpose: 'Here you will see what you ordered and where it is on its way to you.',
  pattern: 'wave',
};

const screens: Record<string, Soon> = {
  checkout: {
    title: 'Checkout',
    word: 'पता',
    purpose: 'Here you will say where your pieces are to go, and pay for them.',
    pattern: 'wave',
  },
  account: order,
  orderdetail: { ...order, title: 'Order' },
};

/** What is said at a path such as `/checkout`; the order list where the path is none of these. */
export function readSoon(path: string): Soon {
  const [, screen = ''] = /^\/([\w-]+)/.exec(path.toLowerCase()) ?? [];
  return screens[screen] ?? order;
}
