import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { desc, eq, like } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { type App, problemOf } from '../../../tests/fixtures/api.ts';
import { type SignedInStaff, signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { searchProducts } from '../../catalogue/search/search.server.ts';
import {
  listBanners,
  listStores,
  listTiles,
  listVideos,
  readSettings,
} from '../../content/content.server.ts';
import { readPolicy, readStory } from '../../content/written-pages.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { auditLog } from '../tables.server.ts';
import { readAdminContent } from './content.server.ts';

function put(app: App, { headers }: SignedInStaff, to: string, json: unknown) {
  return app.request(`/api/admin/content/${to}`, { method: 'PUT', headers, body: JSON.stringify(json) });
}

const errorsOf = async (response: Response) =>
  Object.fromEntries((await problemOf(response)).errors.map(({ field, message }) => [field, message]));

async function lastAction({ db }: Shop) {
  const [row] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return row;
}

describe('settings [F-134]', () => {
  it('accepts the amounts of the settings in rupees and stores them in paise', async ({ shop, app }) => {
    const owner = await signInAsStaff(shop);
    const { settings } = await readAdminContent(shop);
    expect(settings.rules.shipping.freeFrom).toBe(10_000);
    const shipping = { ...settings.rules.shipping, freeFrom: 7500, below: 99.5 };
    const cod = { allowed: true, from: null, upTo: 25_000, notForUnique: false, uniqueUpTo: 40_000 };
    const rules = { ...settings.rules, shipping, cod };
    const response = await put(app, owner, 'settings', { seenVersion: settings.versions.rules, rules });
    expect(response.status, await response.clone().text()).toBe(200);
    expect(await readSettings(shop)).toMatchObject({
      shipping: { freeFromPaise: 750_000, belowPaise: 9950, indiaDays: [3, 5] },
      cod: { fromPaise: null, upToPaise: 2_500_000 },
      name: 'Tanabana',
    });
    expect((await readPolicy(shop, '/shipping-policy')).policy.sections.length).toBeGreaterThan(0);
  });

  it('lists the sentences of pages and texts that contradict a rule', async ({ shop, app }) => {
    const owner = await signInAsStaff(shop);
    const before = await readAdminContent(shop);
    expect(before.pages.flatMap(({ contradictions }) => contradictions)).toEqual([]);
    const { texts, versions } = before.settings;
    const popularText = 'Free shipping on orders above ₹500.';
    await put(app, owner, 'texts', { ...texts, popularText, seenVersion: versions.texts });
    const after = await readAdminContent(shop);
    expect(after.textContradictions).toEqual([
      { sentence: popularText, rule: 'Shipping within India is free.' },
    ]);
  });

  it('names each invalid field of the settings', async ({ shop, app }) => {
    const owner = await signInAsStaff(shop);
    const { settings } = await readAdminContent(shop);
    const rules = {
      ...settings.rules,
      shipping: { freeFrom: null, below: 1.005, indiaDays: [5, 3], abroadDays: [5, 10] },
      cod: { allowed: true, from: 100, upTo: 50, notForUnique: false, uniqueUpTo: null },
      holdMinutes: 1.5,
    };
    const response = await put(app, owner, 'settings', { seenVersion: settings.versions.rules, rules });
    expect(response.status).toBe(400);
    expect(await errorsOf(response)).toMatchObject({
      'rules.shipping.freeFrom': expect.stringContaining('rupees'),
      'rules.shipping.below': expect.stringContaining('paise'),
      'rules.shipping.indiaDays': expect.stringContaining('larger'),
      'rules.cod.upTo': expect.stringContaining('below'),
      'rules.holdMinutes': expect.stringContaining('whole number'),
    });
  });

  it('accepts one to twelve different reasons for a return [F-133]', async ({ shop, app }) => {
    const owner = await signInAsStaff(shop);
    const { settings } = await readAdminContent(shop);
    const save = (reasons: { text: string; isClaim: boolean }[]) => {
      const rules = { ...settings.rules, returns: { reasons, refundsDelivery: false, photoDays: 30 } };
      return put(app, owner, 'settings', { seenVersion: settings.versions.rules, rules });
    };
    const torn = { text: 'It is torn', isClaim: true };
    const many = Array.from({ length: 13 }, (_, index) => ({ ...torn, text: `Reason ${index}` }));
    for (const [reasons, field, message] of [
      [[], 'rules.returns.reasons', 'at least one reason'],
      [[torn, torn], 'rules.returns.reasons', 'the same'],
      [many, 'rules.returns.reasons', 'At most twelve'],
      [[{ ...torn, text: ' ' }], 'rules.returns.reasons.0.text', 'write the reason'],
      [[{ ...torn, text: 'x'.repeat(121) }], 'rules.returns.reasons.0.text', '120'],
    ] as const) {
      const refused = await save([...reasons]);
      expect(await errorsOf(refused)).toMatchObject({ [field]: expect.stringContaining(message) });
    }
    expect((await save([torn])).status).toBe(200);
    expect((await readSettings(shop)).returns).toEqual({
      reasons: [torn],
      refundsDelivery: false,
      photoDays: 30,
    });
  });

  it('accepts only a GSTIN of the state that the shop ships from', async ({ shop, app }) => {
    const owner = await signInAsStaff(shop);
    const { settings } = await readAdminContent(shop);
    const seller = { ...settings.seller, gstin: '27AAPFU0939F1ZV' };
    const wrong = await put(app, owner, 'settings', { seenVersion: settings.versions.seller, seller });
    expect(await errorsOf(wrong)).toEqual({ 'seller.gstin': expect.stringContaining('begins with 08') });
    const right = { seenVersion: settings.versions.seller, seller: { ...seller, state: 'Maharashtra' } };
    // A tax invoice without the seller's registered name would be invalid.
    expect(await errorsOf(await put(app, owner, 'settings', right))).toEqual({
      'seller.gstin': expect.stringContaining('registered name'),
    });
    const named = {
      ...settings.contact,
      contact: { ...settings.contact.contact, legalName: 'Tanabana Weaves', address: '1, Loom Lane, Mumbai' },
    };
    const contact = { seenVersion: settings.versions.contact, contact: named };
    expect((await put(app, owner, 'settings', contact)).status).toBe(200);
    expect((await put(app, owner, 'settings', right)).status).toBe(200);
    expect((await readSettings(shop)).seller).toMatchObject({ state: 'Maharashtra' });
    const { versions } = (await readAdminContent(shop)).settings;
    const blank = {
      seenVersion: versions.contact,
      contact: { ...named, contact: { ...named.contact, address: '' } },
    };
    expect(await errorsOf(await put(app, owner, 'settings', blank))).toHaveProperty([
      'contact.contact.address',
    ]);
    const nowhere = { seenVersion: '1', seller: { ...seller, state: 'Atlantis' } };
    expect(await errorsOf(await put(app, owner, 'settings', nowhere))).toHaveProperty(['seller.state']);
  });

  it('rejects the second of two concurrent edits of the settings', async ({ shop, app }) => {
    const owner = await signInAsStaff(shop);
    const arjun = await signInAsStaff(shop, 'staff');
    const { settings } = await readAdminContent(shop);
    const text = { seenVersion: settings.versions.texts, ...settings.texts, visitText: 'Come in.' };
    expect((await put(app, arjun, 'texts', text)).status).toBe(200);
    const late = await put(app, owner, 'texts', { ...text, visitText: 'Ring the bell.' });
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ title: 'changed-meanwhile' });
    expect((await readSettings(shop)).visitText).toBe('Come in.');
    expect(await lastAction(shop)).toMatchObject({
      action: 'content.update-texts',
      email: arjun.email,
      before: { visitText: 'We will gladly unfold as many pieces as you like.' },
      after: { visitText: 'Come in.' },
    });
  });
});

describe('versions of the settings [F-134]', () => {
  it('allows an edit of one part of the settings after another part has changed', async ({ shop, app }) => {
    const owner = await signInAsStaff(shop);
    const { settings } = await readAdminContent(shop);
    const { versions, texts, contact, rules, seller } = settings;
    const edits = [
      ['texts', { seenVersion: versions.texts, ...texts, tagline: 'slow cloth' }],
      ['settings', { seenVersion: versions.rules, rules: { ...rules, lowStockAt: 4 } }],
      ['settings', { seenVersion: versions.contact, contact: { ...contact, foundedYear: 1988 } }],
      ['settings', { seenVersion: versions.seller, seller: { ...seller, invoicePrefix: 'RW' } }],
    ] as const;
    for (const [part, edit] of edits) {
      const response = await put(app, owner, part, edit);
      expect(response.status, await response.clone().text()).toBe(200);
    }
    expect(await readSettings(shop)).toMatchObject({
      tagline: 'slow cloth',
      lowStockAt: 4,
      foundedYear: 1988,
      seller: { invoicePrefix: 'RW' },
    });
  });
});

describe('written pages [F-134]', () => {
  it('keeps the URL and the old anchors of a policy when it is rewritten', async ({ shop, app }) => {
    const owner = await signInAsStaff(shop);
    const page = (await readAdminContent(shop)).pages.find(({ slug }) => slug === 'return-policy');
    if (!page) throw new Error('no return policy');
    const { version: seenVersion, title, intro, img, imgAlt, sections } = page;
    const fresh = { id: '', heading: 'Dyed by hand', paragraphs: ['Within {returnDays} days.', '- one'] };
    const edit = { seenVersion, title, intro, img, imgAlt, sections: [fresh, ...sections, fresh] };
    expect((await put(app, owner, 'policies/return-policy', edit)).status).toBe(200);
    const { policy } = await readPolicy(shop, '/return-policy');
    const ids = policy.sections.map(({ id }) => id);
    expect(ids).toEqual(['dyed-by-hand', ...sections.map(({ id }) => id), 'dyed-by-hand-2']);
    expect(policy.sections[0]?.paragraphs).toEqual(['Within 7 days.', '- one']);
    expect((await put(app, owner, 'policies/return-policy', edit)).status).toBe(409);
    expect(await lastAction(shop)).toMatchObject({
      action: 'content.update-page',
      subjectId: 'return-policy',
    });
  });

  it('lets staff edit the story but not a policy', async ({ shop, app }) => {
    const arjun = await signInAsStaff(shop, 'staff');
    const edit = {
      seenVersion: '0',
      title: 'Our Story',
      intro: 'It began with a loom.',
      img: null,
      imgAlt: '',
    };
    expect((await put(app, arjun, 'story', { ...edit, sections: [] })).status).toBe(200);
    expect(await readStory(shop)).toMatchObject({ intro: 'It began with a loom.', img: null });
    expect((await put(app, arjun, 'policies/return-policy', { ...edit, sections: [] })).status).toBe(403);
    const empty = {
      ...edit,
      seenVersion: '1',
      title: ' ',
      sections: [{ id: '', heading: '', paragraphs: [] }],
    };
    expect(Object.keys(await errorsOf(await put(app, arjun, 'story', empty)))).toEqual([
      'title',
      'sections.0.heading',
      'sections.0.paragraphs',
    ]);
  });
});

describe('lists of the online store [F-134]', () => {
  const slide = { alt: 'Cloth', focus: 40, title: '', text: '', linkLabel: '', link: '' };

  it('stores the order of the banners, which the home page’s endpoint uses', async ({ shop, app }) => {
    const arjun = await signInAsStaff(shop, 'staff');
    const [hero] = (await readAdminContent(shop)).banners;
    if (!hero) throw new Error('no hero');
    const slides = hero.slides.toReversed().map(({ img }) => ({ ...slide, img }));
    slides[0] = { ...slides[0], ...slide, img: 'hero-5.jpg', link: '/Sarees', linkLabel: 'See' };
    const edit = { seenVersion: hero.version, title: '', slides };
    const response = await put(app, arjun, 'banners/first', edit);
    expect(response.status, await response.clone().text()).toBe(200);
    const [banner] = await listBanners(shop, 'first');
    expect(banner).toMatchObject({ img1: 'hero-5.jpg', img5: 'hero-1.jpg', title: null });
    expect(banner?.slides[0]).toEqual({
      img: 'hero-5.jpg',
      alt: 'Cloth',
      focus: 40,
      link: '/Sarees',
      linkLabel: 'See',
    });
    expect((await put(app, arjun, 'banners/first', edit)).status).toBe(409);
  });

  it('requires a text for each image, links in the shop, existing files', async ({ shop, app, dataDir }) => {
    const arjun = await signInAsStaff(shop, 'staff');
    const [hero] = (await readAdminContent(shop)).banners;
    const seenVersion = hero?.version;
    const wrong = [
      { ...slide, img: 'hero-1.jpg', alt: ' ' },
      { ...slide, img: '../secret.jpg' },
      { ...slide, img: 'hero-1.jpg', link: '//elsewhere.example' },
    ];
    expect(
      Object.keys(
        await errorsOf(await put(app, arjun, 'banners/first', { seenVersion, title: '', slides: wrong })),
      ),
    ).toEqual(expect.arrayContaining(['slides.0.alt', 'slides.1.img', 'slides.2.link']));
    const edit = { seenVersion, title: '', slides: [{ ...slide, img: 'new.jpg' }] };
    expect(await errorsOf(await put(app, arjun, 'banners/first', edit))).toHaveProperty(['slides.0.img']);
    writeFileSync(path.join(dataDir, 'uploads', 'new.jpg'), 'a picture');
    expect((await put(app, arjun, 'banners/first', edit)).status).toBe(200);
  });

  it('replaces all tiles, videos and stores, but keeps the ids of existing ones', async ({ shop, app }) => {
    const arjun = await signInAsStaff(shop, 'staff');
    const { tiles, videos, stores } = await readAdminContent(shop);
    const [video] = await listVideos(shop);
    const jaipur = { ...stores.items[0], hours: 'Mon–Fri' };
    const pune = {
      id: null,
      name: 'Pune',
      address: 'Lane 1',
      hours: 'Sat',
      mapUrl: 'https://maps.example/1',
    };
    const responses = [
      await put(app, arjun, 'tiles', { seenVersion: tiles.version, items: tiles.items.toReversed() }),
      await put(app, arjun, 'videos', {
        seenVersion: videos.version,
        items: [{ ...videos.items[0], alt: 'Cloth' }],
      }),
      await put(app, arjun, 'stores', { seenVersion: stores.version, items: [pune, jaipur] }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await listTiles(shop)).map(({ title }) => title)).toEqual([
      'Dupattas',
      'Co-Ord Sets',
      'Suits',
      'Sarees',
    ]);
    expect(await listVideos(shop)).toEqual([{ ...video, alt: 'Cloth' }]);
    expect((await listStores(shop)).map(({ name, hours }) => [name, hours])).toEqual([
      ['Pune', 'Sat'],
      ['Jaipur', 'Mon–Fri'],
    ]);
    const again = await put(app, arjun, 'stores', { seenVersion: stores.version, items: [] });
    expect(again.status).toBe(409);
  });

  it('changes the order and names of categories, also in the search', async ({ shop, app }) => {
    const arjun = await signInAsStaff(shop, 'staff');
    const { categories } = await readAdminContent(shop);
    const items = categories.items
      .toReversed()
      .map((one) => (one.name === 'Dupattas' ? { ...one, name: 'Quillworks', intro: 'To be worn.' } : one));
    expect(await searchProducts(shop, 'quillworks', 5)).toEqual([]);
    const response = await put(app, arjun, 'categories', { seenVersion: categories.version, items });
    expect(response.status, await response.clone().text()).toBe(200);
    expect((await readAdminContent(shop)).categories.items).toEqual(items);
    const found = await searchProducts(shop, 'quillworks', 5);
    expect(found.length).toBeGreaterThan(0);
    const twice = items.map((one) => ({ ...one, name: 'Same' }));
    const refused = await put(app, arjun, 'categories', { seenVersion: 'x', items: twice });
    expect(await errorsOf(refused)).toHaveProperty(['items.1.name']);
    const fewer = await put(app, arjun, 'categories', {
      seenVersion: categories.version,
      items: items.slice(1),
    });
    expect(fewer.status).toBe(409);
  });

  it('lets two categories swap their names', async ({ shop, app }) => {
    const arjun = await signInAsStaff(shop, 'staff');
    const { version: seenVersion, items } = (await readAdminContent(shop)).categories;
    const [one, other, ...rest] = items;
    if (!one || !other) throw new Error('too few categories');
    const swapped = [{ ...one, name: other.name }, { ...other, name: one.name }, ...rest];
    expect((await put(app, arjun, 'categories', { seenVersion, items: swapped })).status).toBe(200);
    expect((await readAdminContent(shop)).categories.items).toEqual(swapped);
  });
});

describe('an edit without a change [F-134]', () => {
  it('accepts an edit without a change and writes no audit entry', async ({ shop, app }) => {
    const owner = await signInAsStaff(shop);
    const { settings, banners, tiles, videos, stores, categories, pages } = await readAdminContent(shop);
    const [banner, page] = [banners[0], pages.find(({ slug }) => slug === 'return-policy')];
    if (!banner || !page) throw new Error('no banner or no page');
    const { slug, version, updatedAt, contradictions: _contradictions, ...text } = page;
    const blank = { title: '', text: '', linkLabel: '', link: '' };
    const slides = banner.slides.map((slide) => ({ ...blank, ...slide }));
    const { versions, texts, rules } = settings;
    const listOf = ({ version, items }: { version: string; items: unknown }) => ({
      seenVersion: version,
      items,
    });
    const edits = {
      texts: { seenVersion: versions.texts, ...texts },
      settings: { seenVersion: versions.rules, rules },
      [`banners/${banner.position}`]: { seenVersion: banner.version, title: banner.title, slides },
      [`policies/${slug}`]: { seenVersion: version, ...text },
      tiles: listOf(tiles),
      videos: listOf(videos),
      stores: listOf(stores),
      categories: listOf(categories),
    };
    for (const [part, edit] of Object.entries(edits)) {
      const response = await put(app, owner, part, edit);
      expect(response.status, `${part} ${await response.clone().text()}`).toBe(200);
    }
    const log = await shop.db.select().from(auditLog).where(like(auditLog.action, 'content.%'));
    expect(log.map(({ action }) => action)).toEqual([]);
    const found = (await readAdminContent(shop)).pages.find((one) => one.slug === slug);
    expect(found).toMatchObject({ version, updatedAt });
  });
});

describe('files of the online store [F-134]', () => {
  it('lists a new image first, logs its upload, and rejects other file types', async ({ shop, app }) => {
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
});
