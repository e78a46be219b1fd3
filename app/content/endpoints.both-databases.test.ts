import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { type App, readAs, statusAndTitle } from '../../tests/fixtures/api.ts';
import { it } from '../../tests/fixtures/world.ts';
import { Banner, VideoResponse } from './contract.ts';
import { videos } from './tables.server.ts';

const uploads = path.join(import.meta.dirname, '..', '..', 'seeds', 'uploads');
const isThere = (file: string) => existsSync(path.join(uploads, file));

const readBanners = (app: App, call: string) => readAs(z.array(Banner.strict()), app.request(`/api/${call}`));

const bannerCalls = ['first-banner/', 'sec-banner/', 'handwoven/'];
const allCalls = [...bannerCalls, 'mvideo/'];

describe('the banners', () => {
  it.for([
    ['first-banner/', ['hero-1.jpg', 'hero-2.jpg', 'hero-3.jpg', 'hero-4.jpg', 'hero-5.jpg']],
    ['sec-banner/', ['feature-wedding.jpg', 'feature-indigo.jpg', null, null, null]],
    ['handwoven/', ['tb-sar-005-3.jpg', null, null, null, null]],
  ] as const)(
    '%s has the pictures %j [S-API-31 S-API-32 S-API-33 S-HOME-04 Q-034 Q-040]',
    async ([call, images], { app }) => {
      const [banner] = await readBanners(app, call);
      expect([banner?.img1, banner?.img2, banner?.img3, banner?.img4, banner?.img5]).toEqual(images);
    },
  );

  it('the slides of the second have titles [S-API-32 Q-040]', async ({ app }) => {
    const [features] = await readBanners(app, 'sec-banner/');
    const titles = ['For a wedding', 'The indigo vat, fed with dates'];
    expect(features?.slides.map(({ title }) => title)).toEqual(titles);
  });

  it.for(bannerCalls)(
    '%s answers records with the fields of the contract and no other [S-DATA-01]',
    async (call, { app }) => {
      const records = await readBanners(app, call);
      expect(records.length).toBeGreaterThan(0);
      for (const { img1, img2, img3, img4, img5, slides } of records) {
        const files = [img1, img2, img3, img4, img5].filter((img) => img !== null);
        expect(files).toEqual(slides.map(({ img }) => img));
        expect(files.filter((file) => !isThere(file))).toEqual([]);
      }
    },
  );
});

describe('the film', () => {
  it('has its id and a video with videoUrl [S-API-34 S-DATA-07]', async ({ app }) => {
    const response = await app.request('/api/mvideo/');
    const { _id, video } = VideoResponse.strict().parse(await response.json());
    expect(video._id).toBe(_id);
    expect(video.videoUrl).toBe('breeze.mp4');
    expect([video.videoUrl, video.webmUrl ?? '', video.poster ?? ''].every(isThere)).toBe(true);
  });

  it('there is none before the owner has hung one up [S-API-34]', async ({ app, shop }) => {
    await shop.db.delete(videos);
    expect(await statusAndTitle(app.request('/api/mvideo/'))).toEqual([404, 'not-found']);
  });
});

describe('every call of this room', () => {
  it.for(allCalls)(
    '%s is found without its last slash [S-API-31 S-API-32 S-API-33 S-API-34]',
    async (call, { app }) => {
      const response = await app.request(`/api/${call.slice(0, -1)}?from=home`);
      expect([301, 308]).toContain(response.status);
      const location = response.headers.get('location') ?? '';
      expect(new URL(location, 'http://shop.test').pathname).toBe(`/api/${call}`);
    },
  );

  it.for(allCalls)('%s is answered 304 while nothing has changed [S-API-01]', async (call, { app }) => {
    const tag = (await app.request(`/api/${call}`)).headers.get('etag') ?? '';
    expect(tag).not.toBe('');
    const again = await app.request(`/api/${call}`, { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
  });
});
