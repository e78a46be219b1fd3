import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { desc, eq, like } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { fieldsOf, problemOf } from '../../../tests/fixtures/api.ts';
import { signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { it as base } from '../../../tests/fixtures/world.ts';
import { searchProducts } from '../../catalogue/search/search.server.ts';
import * as stored from '../../content/content.server.ts';
import { readPolicy, readStory } from '../../content/written-pages.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { auditLog } from '../tables.server.ts';
import { readAdminContent } from './content.server.ts';

const putAs = base.extend('putAs', ({ shop, app }) => async (role: 'owner' | 'staff') => {
  const { headers } = await signInAsStaff(shop, role);
  return (to: string, json: unknown) =>
    app.request(`/api/admin/content/${to}`, { method: 'PUT', headers, body: JSON.stringify(json) });
});

/** `put` sends an edit as an owner. `save` expects it to succeed. `errors` expects it to fail and returns the messages by field. */
const it = putAs
  .extend('put', ({ putAs }) => putAs('owner'))
  .extend('save', ({ put }) => async (to: string, json: unknown) => {
    const response = await put(to, json);
    expect(response.status, `${to} ${await response.clone().text()}`).toBe(200);
  })
  .extend('errors', ({ put }) => async (to: string, json: unknown) => {
    const { errors } = await problemOf(put(to, json));
    return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
  })
  .extend('content', ({ shop }) => readAdminContent(shop));

async function lastAction({ db }: Shop) {
  const [row] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return row;
}

describe('settings [F-134]', () => {
  it('contain amounts that are entered in rupees and stored in paise', async ({
    shop,
    save,
    content: { settings },
  }) => {
    expect(settings.rules.shipping.freeFrom).toBe(10_000);
    const shipping = { ...settings.rules.shipping, freeFrom: 7500, below: 99.5 };
    const cod = { allowed: true, from: null, upTo: 25_000, notForUnique: false, uniqueUpTo: 40_000 };
    const rules = { ...settings.rules, shipping, cod };
    await save('settings', { seenVersion: settings.versions.rules, rules });
    expect(await stored.readSettings(shop)).toMatchObject({
      shipping: { freeFromPaise: 750_000, belowPaise: 9950, indiaDays: [3, 5] },
      cod: { fromPaise: null, upToPaise: 2_500_000 },
      name: 'Tanabana',
    });
  });

  it('list each sentence in pages and texts that contradicts a rule of the shop', async ({
    shop,
    save,
    content,
  }) => {
    expect(content.pages.flatMap(({ contradictions }) => contradictions)).toEqual([]);
    const { texts, versions } = content.settings;
    const popularText = 'Free shipping on orders above ₹500.';
    await save('texts', { ...texts, popularText, seenVersion: versions.texts });
    expect((await readAdminContent(shop)).textContradictions).toEqual([
      { sentence: popularText, rule: 'Shipping within India is free.' },
    ]);
  });

  it('are rejected with a message for each invalid field', async ({ errors, content: { settings } }) => {
    const rules = {
      ...settings.rules,
      shipping: { freeFrom: null, below: 1.005, indiaDays: [5, 3], abroadDays: [5, 10] },
      cod: { allowed: true, from: 100, upTo: 50, notForUnique: false, uniqueUpTo: null },
      holdMinutes: 1.5,
    };
    expect(await errors('settings', { seenVersion: settings.versions.rules, rules })).toMatchObject({
      'rules.shipping.freeFrom': expect.stringContaining('rupees'),
      'rules.shipping.below': expect.stringContaining('two digits'),
      'rules.shipping.indiaDays': expect.stringContaining('larger'),
      'rules.cod.upTo': expect.stringContaining('below'),
      'rules.holdMinutes': expect.stringContaining('whole number'),
    });
  });

  it('contain one to twelve reasons for a return [F-133]', async ({ shop, save, errors, content }) => {
    const { versions, rules } = content.settings;
    const withReasons = (reasons: readonly object[]) => {
      const returns = { reasons, refundsDelivery: false, photoDays: 30 };
      return { seenVersion: versions.rules, rules: { ...rules, returns } };
    };
    const torn = { text: 'It is torn', isClaim: true };
    const many = Array.from({ length: 13 }, (_, index) => ({ ...torn, text: `Reason ${index}` }));
    for (const [reasons, field, message] of [
      [[], 'rules.returns.reasons', 'at least one reason'],
      [[torn, torn], 'rules.returns.reasons', 'the same'],
      [many, 'rules.returns.reasons', 'at most twelve'],
      [[{ ...torn, text: ' ' }], 'rules.returns.reasons.0.text', 'write the reason'],
      [[{ ...torn, text: 'x'.repeat(121) }], 'rules.returns.reasons.0.text', '120'],
    ] as const)
      expect(await errors('settings', withReasons(reasons))).toMatchObject({
        [field]: expect.stringContaining(message),
      });
    await save('settings', withReasons([torn]));
    expect((await stored.readSettings(shop)).returns).toEqual(withReasons([torn]).rules.returns);
  });

  it('can contain a GSTIN only if it belongs to the shop’s state, and the registered name and address are filled in', async ({
    shop,
    save,
    errors,
  }) => {
    const { settings } = await readAdminContent(shop);
    const seller = { ...settings.seller, gstin: '27AAPFU0939F1ZV' };
    const withSeller = (changed: object) => ({ seenVersion: settings.versions.seller, seller: changed });
    const right = withSeller({ ...seller, state: 'Maharashtra' });
    // A tax invoice without the seller's registered name would be invalid.
    for (const [sent, message] of [
      [withSeller(seller), 'begins with 08'],
      [right, 'registered name'],
    ] as const)
      expect(await errors('settings', sent)).toEqual({ 'seller.gstin': expect.stringContaining(message) });
    const withAddress = (seenVersion: string, address: string) => {
      const contact = { ...settings.contact.contact, legalName: 'Tanabana Weaves', address };
      return { seenVersion, contact: { ...settings.contact, contact } };
    };
    await save('settings', withAddress(settings.versions.contact, '1, Loom Lane, Mumbai'));
    await save('settings', right);
    expect((await stored.readSettings(shop)).seller).toMatchObject({ state: 'Maharashtra' });
    const { versions } = (await readAdminContent(shop)).settings;
    const nameless = await errors('settings', withAddress(versions.contact, ''));
    expect(nameless).toHaveProperty(['contact.contact.address']);
    const nowhere = withSeller({ ...seller, state: 'Atlantis' });
    expect(await errors('settings', nowhere)).toHaveProperty(['seller.state']);
  });

  it('are rejected if another staff member has changed the same part in the meantime', async ({
    shop,
    put,
    putAs,
    content,
  }) => {
    const { versions, texts } = content.settings;
    const text = { seenVersion: versions.texts, ...texts, visitText: 'Come in.' };
    expect((await (await putAs('staff'))('texts', text)).status).toBe(200);
    const late = await problemOf(put('texts', { ...text, visitText: 'Ring the bell.' }));
    expect(late).toMatchObject({ status: 409, title: 'changed-meanwhile' });
    expect((await stored.readSettings(shop)).visitText).toBe('Come in.');
    expect(await lastAction(shop)).toMatchObject({
      action: 'content.update-texts',
      email: 'arjun@example.in',
      before: { visitText: 'We will gladly unfold as many pieces as you like.' },
      after: { visitText: 'Come in.' },
    });
  });

  it('accept an edit of one part if another part has changed in the meantime', async ({
    shop,
    save,
    content,
  }) => {
    const { versions, texts, contact, rules, seller } = content.settings;
    await save('texts', { seenVersion: versions.texts, ...texts, tagline: 'slow cloth' });
    await save('settings', { seenVersion: versions.rules, rules: { ...rules, lowStockAt: 4 } });
    await save('settings', { seenVersion: versions.contact, contact: { ...contact, foundedYear: 1988 } });
    await save('settings', { seenVersion: versions.seller, seller: { ...seller, invoicePrefix: 'RW' } });
    const changed = { tagline: 'slow cloth', lowStockAt: 4, foundedYear: 1988 };
    expect(await stored.readSettings(shop)).toMatchObject({ ...changed, seller: { invoicePrefix: 'RW' } });
  });
});

describe('written pages [F-134]', () => {
  it('keep the URL and the anchors of a policy after staff rewrite the policy', async ({
    shop,
    put,
    save,
    content,
  }) => {
    const page = content.pages.find(({ slug }) => slug === 'return-policy');
    if (!page) throw new Error('no return policy');
    const { version: seenVersion, title, intro, img, imgAlt, sections } = page;
    const fresh = { id: '', heading: 'Dyed by hand', paragraphs: ['Within {returnDays} days.', '- one'] };
    const edit = { seenVersion, title, intro, img, imgAlt, sections: [fresh, ...sections, fresh] };
    await save('policies/return-policy', edit);
    const { policy } = await readPolicy(shop, '/return-policy');
    const ids = policy.sections.map(({ id }) => id);
    expect(ids).toEqual(['dyed-by-hand', ...sections.map(({ id }) => id), 'dyed-by-hand-2']);
    expect(policy.sections[0]?.paragraphs).toEqual(['Within 7 days.', '- one']);
    expect((await put('policies/return-policy', edit)).status).toBe(409);
    const action = { action: 'content.update-page', subjectId: 'return-policy' };
    expect(await lastAction(shop)).toMatchObject(action);
  });

  it('include the story, which all staff may edit, and policies, which only owners may edit', async ({
    shop,
    putAs,
  }) => {
    const put = await putAs('staff');
    const intro = 'It began with a loom.';
    const edit = { seenVersion: '0', title: 'Our Story', intro, img: null, imgAlt: '', sections: [] };
    expect((await put('story', edit)).status).toBe(200);
    expect(await readStory(shop)).toMatchObject({ intro, img: null });
    expect((await put('policies/return-policy', edit)).status).toBe(403);
    const sections = [{ id: '', heading: '', paragraphs: [] }];
    const empty = put('story', { ...edit, seenVersion: '1', title: ' ', sections });
    const invalid = ['title', 'sections.0.heading', 'sections.0.paragraphs'];
    expect(fieldsOf(await problemOf(empty))).toEqual(invalid);
  });
});

describe('the lists of the online store [F-134]', () => {
  const slide = { alt: 'Cloth', focus: 40, title: '', text: '', linkLabel: '', link: '' };

  it('contain the banners of the home page in the saved order', async ({ shop, put, save, content }) => {
    const [hero] = content.banners;
    if (!hero) throw new Error('no hero');
    const slides = hero.slides.toReversed().map(({ img }) => ({ ...slide, img }));
    slides[0] = { ...slides[0], ...slide, img: 'hero-5.jpg', link: '/Sarees', linkLabel: 'See' };
    const edit = { seenVersion: hero.version, title: '', slides };
    await save('banners/first', edit);
    const [banner] = await stored.listBanners(shop, 'first');
    expect(banner).toMatchObject({ img1: 'hero-5.jpg', img5: 'hero-1.jpg', title: null });
    const first = { img: 'hero-5.jpg', alt: 'Cloth', focus: 40, link: '/Sarees', linkLabel: 'See' };
    expect(banner?.slides[0]).toEqual(first);
    expect((await put('banners/first', edit)).status).toBe(409);
  });

  it('reject an image without alternative text, an image file that is not stored, and a link to another site', async ({
    save,
    errors,
    content,
    dataDir,
  }) => {
    const seenVersion = content.banners[0]?.version;
    const wrong = [
      { ...slide, img: 'hero-1.jpg', alt: ' ' },
      { ...slide, img: '../secret.jpg' },
      { ...slide, img: 'hero-1.jpg', link: '//elsewhere.example' },
    ];
    const named = Object.keys(await errors('banners/first', { seenVersion, title: '', slides: wrong }));
    expect(named).toEqual(expect.arrayContaining(['slides.0.alt', 'slides.1.img', 'slides.2.link']));
    const edit = { seenVersion, title: '', slides: [{ ...slide, img: 'new.jpg' }] };
    expect(await errors('banners/first', edit)).toHaveProperty(['slides.0.img']);
    writeFileSync(path.join(dataDir, 'uploads', 'new.jpg'), 'a picture');
    await save('banners/first', edit);
  });

  it('can be replaced, and entries that remain keep their ids', async ({ shop, put, save, content }) => {
    const { tiles, videos, stores } = content;
    const [video] = await stored.listVideos(shop);
    const jaipur = { ...stores.items[0], hours: 'Mon–Fri' };
    const mapUrl = 'https://maps.example/1';
    const pune = { id: null, name: 'Pune', address: 'Lane 1', hours: 'Sat', mapUrl };
    await save('tiles', { seenVersion: tiles.version, items: tiles.items.toReversed() });
    await save('videos', { seenVersion: videos.version, items: [{ ...videos.items[0], alt: 'Cloth' }] });
    await save('stores', { seenVersion: stores.version, items: [pune, jaipur] });
    const titles = ['Dupattas', 'Co-Ord Sets', 'Suits', 'Sarees'];
    expect((await stored.listTiles(shop)).map(({ title }) => title)).toEqual(titles);
    expect(await stored.listVideos(shop)).toEqual([{ ...video, alt: 'Cloth' }]);
    expect(await stored.listStores(shop)).toMatchObject([
      { name: 'Pune', hours: 'Sat' },
      { name: 'Jaipur', hours: 'Mon–Fri' },
    ]);
    expect((await put('stores', { seenVersion: stores.version, items: [] })).status).toBe(409);
  });

  it('change order and names of categories, also in search', async ({ shop, put, save, errors, content }) => {
    const { items: before, version: seenVersion } = content.categories;
    const names: Record<string, string> = { Dupattas: 'Quillworks', Sarees: 'Suits', Suits: 'Sarees' };
    const items = before.toReversed().map((one) => ({ ...one, name: names[one.name] ?? one.name }));
    expect(await searchProducts(shop, 'quillworks', 5)).toEqual([]);
    await save('categories', { seenVersion, items });
    expect((await readAdminContent(shop)).categories.items).toEqual(items);
    expect((await searchProducts(shop, 'quillworks', 5)).length).toBeGreaterThan(0);
    const twice = items.map((one) => ({ ...one, name: 'Same' }));
    expect(await errors('categories', { seenVersion: 'x', items: twice })).toHaveProperty(['items.1.name']);
    expect((await put('categories', { seenVersion, items: items.slice(1) })).status).toBe(409);
  });
});

it('an edit without a change causes no audit entry [F-134]', async ({ shop, save, content }) => {
  const { settings, banners, tiles, videos, stores, categories, pages } = content;
  const [banner, page] = [banners[0], pages.find(({ slug }) => slug === 'return-policy')];
  if (!banner || !page) throw new Error('no banner or no page');
  const { slug, version, updatedAt, contradictions: _contradictions, ...text } = page;
  const slides = banner.slides.map((slide) => ({ title: '', text: '', linkLabel: '', link: '', ...slide }));
  await save('texts', { seenVersion: settings.versions.texts, ...settings.texts });
  await save('settings', { seenVersion: settings.versions.rules, rules: settings.rules });
  await save(`banners/${banner.position}`, { seenVersion: banner.version, title: banner.title, slides });
  await save(`policies/${slug}`, { seenVersion: version, ...text });
  for (const [part, list] of Object.entries({ tiles, videos, stores, categories }))
    await save(part, { seenVersion: list.version, items: list.items });
  expect(await shop.db.select().from(auditLog).where(like(auditLog.action, 'content.%'))).toEqual([]);
  const found = (await readAdminContent(shop)).pages.find((one) => one.slug === slug);
  expect(found).toMatchObject({ version, updatedAt });
});

it('an image that staff upload for the online store is listed first [F-134]', async ({ shop, app }) => {
  const arjun = await signInAsStaff(shop, 'staff');
  const headers = { authorization: arjun.headers.authorization ?? '' };
  const upload = (body: BodyInit) =>
    app.request('/api/admin/upload/content/images', { method: 'POST', headers, body });
  const uploaded = await upload(readFileSync('seeds/uploads/hero-1.jpg'));
  expect(uploaded.status, await uploaded.clone().text()).toBe(200);
  const { file }: { file: string } = await uploaded.json();
  const listed = await app.request('/api/admin/content/uploads?kind=images', { headers });
  expect(await listed.json()).toEqual({ files: [file], next: null });
  const [row] = await shop.db.select().from(auditLog).where(eq(auditLog.subjectId, file));
  expect(row).toMatchObject({ action: 'content.upload-image', email: arjun.email });
  expect((await upload('<svg xmlns="http://www.w3.org/2000/svg"/>')).status).toBe(400);
});
