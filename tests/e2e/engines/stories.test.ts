/** The main flows, and features that engines implement differently. */
import type { Page } from './page.ts';
import { newImage, type Product, uniqueWord } from './product.ts';
import { newEmail, type ShopApi } from './shop-api.ts';
import { addToCart, cartOf, home, newShopperAtHome, ordersOf, type Shopper, sessionOf } from './shopper.ts';
import { staffSession } from './staff.ts';
import { expect, story } from './story.ts';
import {
  button,
  checkbox,
  css,
  dialog,
  field,
  header,
  heading,
  link,
  main,
  radio,
  region,
  text,
} from './target.ts';

const gulnar = '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001';
const articles = css('article', undefined, main);

story(
  'a shopper opens a category and a product, goes back, and filters the listing [S-GEN-06 S-LIST-08]',
  async ({ page }) => {
    await page.open('/category');
    await page.click(link(/^Sarees/, main));
    await page.at('/Sarees');
    await page.count(articles, 12);
    await page.click(link(/^Gulnar/, main));
    await page.at(gulnar);
    await page.see(heading(/^Gulnar/, main));
    await page.see(main, '₹24,800');
    await page.back();
    await page.at('/Sarees');
    await page.count(articles, 12);

    const panel = dialog('Filters');
    const crafts = region('Craft', panel);
    await page.click(link(/^Filters/, main));
    await page.click(checkbox(/^Ikat/, crafts));
    await page.at('/Sarees?craft=Ikat');
    await page.see(button('Show 2 pieces', panel));
    await page.click(checkbox(/^Jamdani/, crafts));
    await page.at('/Sarees?craft=Ikat&craft=Jamdani');
    await page.click(button('Show 3 pieces', panel));
    await page.count(panel, 0);
    await page.count(articles, 3);
  },
);

story('search results open under the header while the shopper types [S-SRCH-01]', async ({ page }) => {
  const panel = css('#search-panel');
  const box = field('Search', css('body header'));
  await page.open('/our-story');
  await page.click(link('Search', css('body header')));
  await page.fill(box, 'gulnar');
  await page.see(css('article', /^Gulnar Banarasi Katan Silk Saree.*₹24,800/, panel));
  await page.fill(box, 'ikat stole');
  await page.press('Enter');
  await page.at('/search?query=ikat+stole');
  await page.see(heading('Results for “ikat stole”'));
  await page.see(articles, 'Ikat Madder Stole');
});

story('a guest’s cart is kept after a reload [S-CART-15]', async ({ page, product }) => {
  await page.open(product.url);
  await page.click(button('Add to Cart'));
  await page.click(link('View cart'));
  await page.at('/cart');
  const lines = css('main .lines');
  const quantity = css('output', undefined, lines);
  await page.see(link(product.name, lines));
  await page.click(button('One more', lines));
  await page.see(quantity, '2');
  await page.reload();
  await page.see(quantity, '2');
  await page.see(css('dd', '₹900', region('Summary')));
  for (const next of ['3', '4', '5']) {
    await page.click(button('One more', lines));
    await page.see(quantity, next);
  }
  await page.see(lines, 'Only 5 left');
});

story(
  'a guest’s press on a heart leads to the sign-in, which saves the product and leads back [S-WISH-08]',
  async ({ page, api, product }) => {
    const email = newEmail('meera');
    const path = new URL(product.url, api.url).pathname;
    await page.open(path);
    await page.click(link(/^Save /, main));
    await page.at(`/login?next=${encodeURIComponent(path)}`);
    await page.see(main, product.name);
    await page.fill(field('Email', main), email);
    await page.click(button('Send code', main));
    await page.fill(field(/^Six-digit code/, main), await api.codeFor(email));
    await page.at(path);
    await page.see(css('[aria-pressed=true]', undefined, main));
    const token = (await page.stored('tanabana.token')) ?? '';
    expect(await api.get('/api/wishlist/hearts', token)).toEqual({ proIds: [product.id] });
  },
);

const summary = region('Order summary');
const payNow = button(/^Pay Now/);

/** Signs in a new shopper with an address and the product in the cart, and opens the checkout. */
async function openCheckout(page: Page, api: ShopApi, product: Product): Promise<Shopper> {
  const shopper = await newShopperAtHome(api);
  await addToCart(api, shopper, product.id);
  await page.store(sessionOf(shopper));
  await page.open('/checkout');
  await page.see(summary, product.name);
  return shopper;
}

/** Waits for the confirmation. Returns the order's number. */
async function seePlaced(page: Page): Promise<string> {
  await page.at(/^\/account\?placed=[\w-]+$/);
  await page.see(main, 'Thank you, Meera.');
  return (await page.see(heading(/^Order /, main))).replace('Order ', '');
}

story(
  'a guest signs in at the cart and places a COD order [S-CART-18 S-GEN-17]',
  async ({ page, api, product, stock }) => {
    const email = newEmail('meera');
    await page.store({ guestCart: JSON.stringify([{ proId: product.id, quantity: 1 }]) });
    await page.open('/cart');
    await page.see(css('main .lines output'), '1');
    await page.click(button('Checkout'));
    await page.fill(field('Email', dialog('Login Required')), email);
    await page.click(button('Send code', dialog('Login Required')));
    await page.fill(field(/^Six-digit code/, dialog('Enter the code')), await api.codeFor(email));
    await page.at('/checkout');
    await page.see(summary, product.name);
    const token = (await page.stored('tanabana.token')) ?? '';
    expect(await cartOf(api, token)).toEqual({ [product.id]: 1 });
    expect(await page.stored('guestCart')).toBeNull();

    await page.fill(field(/^First name/, main), home.firstName);
    await page.fill(field(/^Last name/, main), home.lastName);
    await page.fill(field(/^Phone/, main), '98290 00000');
    await page.fill(field(/^Address/, main), home.address);
    await page.fill(field(/^House or flat/, main), home.apartment);
    await page.fill(field(/^City/, main), home.city);
    await page.choose(field(/^State/, main), home.state);
    await page.fill(field(/^Pincode/, main), '560001');
    await page.click(radio(/Cash on delivery/));
    await page.see(main, 'Pay the courier ₹450 in cash at your door');
    await page.reload();
    await page.see(main, 'Pay the courier ₹450 in cash at your door');
    await page.click(payNow);
    await page.see(main, 'The pincode 560001 is in Karnataka, but the state you chose is Rajasthan.');
    expect(await ordersOf(api, { token })).toEqual([]);
    await page.fill(field(/^Pincode/, main), home.pincode);
    await page.choose(field(/^State/, main), home.state);
    await page.click(payNow);
    const number = await seePlaced(page);
    await page.see(css('[role=alert]'), 'COD Order placed successfully!');
    expect(await ordersOf(api, { token })).toMatchObject([
      { channel_order_id: number, state: 'placed', paymentMethod: 'COD', total: 450, codAmount: 450 },
    ]);
    expect(await stock()).toEqual({ onHand: 4, held: 0 });
    expect(await cartOf(api, token)).toEqual({});
  },
);

story(
  'a second payment attempt after a failed one places one order [S-GEN-18 S-PAY-19]',
  async ({ page, api, product, stock }) => {
    const shopper = await openCheckout(page, api, product);
    await page.click(payNow);
    const bank = await page.popup();
    await bank.see(main, '₹450');
    expect(await stock()).toEqual({ onHand: 5, held: 1 });
    await bank.click(button('Fail'));
    const outcome = css('[role=alert]', undefined, summary);
    await page.see(outcome, 'Payment failed.');
    expect(await cartOf(api, shopper.token)).toEqual({ [product.id]: 1 });
    await page.click(button('Try again', outcome));
    await (await page.popup()).click(button(/^Pay/));
    const number = await seePlaced(page);
    await page.see(main, 'Paid online');
    expect(await ordersOf(api, shopper)).toMatchObject([
      { channel_order_id: number, state: 'placed', paymentMethod: 'Online', total: 450, codAmount: 0 },
    ]);
    expect(await api.get('/api/payment/mine', shopper.token)).toMatchObject([
      { kind: 'payment', amount: 450, state: 'received', channel_order_id: number },
    ]);
    expect(await stock()).toEqual({ onHand: 4, held: 0 });
  },
);

story(
  'a payment that was made after a reload of the checkout leads to the order [S-PAY-18]',
  async ({ page, api, product, stock }) => {
    const shopper = await openCheckout(page, api, product);
    await page.click(payNow);
    const bank = await page.popup();
    await bank.see(main, '₹450');
    await page.reload();
    await page.see(
      css('[role=alert]', undefined, summary),
      'Payment not completed. If your bank shows a charge, either this order is placed or the money is returned',
    );
    await bank.click(button(/^Pay/));
    const number = await seePlaced(page);
    expect(await ordersOf(api, shopper)).toMatchObject([{ channel_order_id: number, state: 'placed' }]);
    expect(await stock()).toEqual({ onHand: 4, held: 0 });
  },
);

story(
  'the checkout takes no second payment while the bank’s confirmation is late [S-PAY-18]',
  async ({ page, api, product, stock }) => {
    const shopper = await openCheckout(page, api, product);
    await page.click(payNow);
    const bank = await page.popup();
    await bank.click(checkbox('The bank answers late'));
    await bank.click(button(/^Pay/));
    await page.at(/^\/account\?placed=[\w-]+$/);
    await page.see(main, 'Your bank has not answered yet.');

    await addToCart(api, shopper, product.id);
    await page.open('/checkout');
    await page.see(css('[role=alert]', undefined, summary), 'Your bank has not answered yet.');
    await page.see(css('button[aria-disabled=true]', /^Pay Now/, main));
    await page.fill(field(/^City/, main), home.city);
    await page.press('Enter');
    await page.see(css('[role=alert]', undefined, summary), 'Please do not pay again.');
    expect(await ordersOf(api, shopper)).toMatchObject([{ state: 'pending_payment', paymentPending: true }]);
    expect(await stock()).toEqual({ onHand: 5, held: 1 });
  },
);

story(
  'a closed payment window charges nothing, and the shopper can pay in cash instead [S-PAY-09 S-PAY-19]',
  async ({ page, api, product, stock }) => {
    const shopper = await openCheckout(page, api, product);
    await page.click(payNow);
    await (await page.popup()).close();
    await page.see(css('[role=alert]', undefined, summary), 'Payment not completed.');
    expect(await stock()).toEqual({ onHand: 5, held: 1 });
    await page.click(radio(/Cash on delivery/));
    await page.click(payNow);
    await seePlaced(page);
    expect(await ordersOf(api, shopper)).toMatchObject([
      { state: 'placed', paymentMethod: 'COD', codAmount: 450 },
    ]);
    expect(await stock()).toEqual({ onHand: 4, held: 0 });
  },
);

/** Two points that are inside the window of every engine: one on the menu, one beside the menu. */
const [onMenu, besideMenu] = [
  { x: 120, y: 400 },
  { x: 387, y: 400 },
];

story('only a click that starts outside the open menu closes it [S-MNV-01]', async ({ page }) => {
  await page.open('/our-story');
  await page.click(link('Menu', header));
  await page.see(dialog('Menu'));
  await page.tap(onMenu);
  await page.see(dialog('Menu'));
  await page.tap(onMenu, besideMenu);
  await page.see(dialog('Menu'));
  await page.tap(besideMenu);
  await page.count(css('dialog[open]'), 0);
});

story('a shopper finds a product that the staff have published [S-API-05]', async ({ page, api, owner }) => {
  const name = `Stole ${uniqueWord()} of Kota`;
  await page.store(staffSession(owner));
  await page.open('/admin/products');
  await page.click(link('New product'));
  await page.see(heading('New product'));
  await page.fill(css('input[type=file]'), {
    name: 'IMG_1.jpg',
    type: 'image/jpeg',
    bytes: await newImage('#972a20'),
  });
  await page.see(text('Uploads when you save'));
  await page.fill(field('Name'), name);
  await page.choose(field('Category'), 'Stoles');
  await page.fill(field('Fabrics'), 'Cotton');
  await page.press('Enter');
  await page.fill(field('Price, ₹'), '2100');
  await page.fill(field('HSN'), '5208');
  await page.fill(field('In stock'), '2');
  await page.click(button('Save draft'));
  const path = await page.at(/^\/admin\/products\/[A-Z-]+-\d+$/);
  await page.see(button(/^Picture 1:/));
  await page.click(button('Publish'));
  await page.see(text('Published'));
  const id = path.split('/').at(-1) ?? '';
  expect(await api.get(`/api/admin/products/${id}`, owner.token)).toMatchObject({
    state: 'live',
    price: 2100,
    sizes: [{ onHand: 2, held: 0 }],
  });
  await page.open(`/search?query=${encodeURIComponent(name)}`);
  await page.click(link(name, main));
  await page.see(heading(name, main));
  await page.see(main, '₹2,100');
});
