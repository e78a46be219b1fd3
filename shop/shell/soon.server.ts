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
  login: {
    title: 'Login',
    word: 'नमस्ते',
    purpose: 'Here you will sign in with a code that we send to your e-mail, or with Google.',
    pattern: 'wave',
  },
  cart: {
    title: 'Cart',
    word: 'झोला',
    purpose: 'Here you will find the pieces that you mean to buy.',
    pattern: 'ikat',
  },
  wishlist: {
    title: 'Wishlist',
    word: 'चाह',
    purpose: 'Here you will keep the pieces that you wish to see again.',
    pattern: 'rosette',
  },
  checkout: {
    title: 'Checkout',
    word: 'पता',
    purpose: 'Here you will say where a piece is to go, and pay for it.',
    pattern: 'wave',
  },
  profile: {
    title: 'Profile',
    word: 'आप',
    purpose: 'Here you will find what the shop knows about you, and change it.',
    pattern: 'wave',
  },
  'account-form': {
    title: 'Edit Profile',
    word: 'आप',
    purpose: 'Here you will change your name, your address and how we reach you.',
    pattern: 'wave',
  },
  account: order,
  orderdetail: { ...order, title: 'Order' },
};

/** What is said at a path such as `/cart`; the order list where the path is none of these. */
export function readSoon(path: string): Soon {
  const [, screen = ''] = /^\/([\w-]+)/.exec(path.toLowerCase()) ?? [];
  return screens[screen] ?? order;
}
