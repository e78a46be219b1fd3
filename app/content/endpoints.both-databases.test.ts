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
  it('the hero’s five pictures are those of the first record [S-API-31 S-HOME-04 Q-034]', async ({ app }) => {
    const [hero] = await readBanners(app, 'first-banner/');
    expect(hero).toMatchObject({
      img1: 'hero-1.jpg',
      img2: 'hero-2.jpg',
      img3: 'hero-3.jpg',
      img4: 'hero-4.jpg',
      img5: 'hero-5.jpg',
    });
  });

  it('the second has two feature slides, and null for the rest [S-API-32 Q-040]', async ({ app }) => {
    const [features] = await readBanners(app, 'sec-banner/');
    expect(features).toMatchObject({
      img1: 'feature-wedding.jpg',
      img2: 'feature-indigo.jpg',
      img3: null,
      img4: null,
      img5: null,
    });
    expect(features?.slides.map(({ title }) => title)).toEqual([
      'For the wedding house',
      'The vat that is fed with dates',
    ]);
  });

  it('the third has the close-up of the weave [S-API-33 Q-040]', async ({ app }) => {
    const [closeUp] = await readBanners(app, 'handwoven/');
    expect(closeUp?.img1).toBe('tb-sar-005-3.jpg');
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
      expect(new URL(response.headers.get('location') ?? '', 'http://shop.test').pathname).toBe(
        `/api/${call}`,
      );
    },
  );

  it.for(allCalls)('%s is answered 304 while nothing has changed [S-API-01]', async (call, { app }) => {
    const tag = (await app.request(`/api/${call}`)).headers.get('etag') ?? '';
    expect(tag).not.toBe('');
    const again = await app.request(`/api/${call}`, { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
  });

  it.for(allCalls)('%s takes no DELETE, and says what it takes [S-API-01]', async (call, { app }) => {
    const response = await app.request(`/api/${call}`, { method: 'DELETE' });
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    expect(await statusAndTitle(response)).toEqual([405, 'method-not-allowed']);
  });
});
