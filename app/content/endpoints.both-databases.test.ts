import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { type App, readAs, statusAndTitle } from '../../tests/fixtures/api.ts';
import { it } from '../../tests/fixtures/world.ts';
import { Banner, VideoResponse } from './contract.ts';
import { videos } from './tables.server.ts';

const uploads = join(import.meta.dirname, '..', '..', 'seeds', 'uploads');
const isThere = (file: string) => existsSync(join(uploads, file));

const readBanners = (app: App, path: string) => readAs(z.array(Banner.strict()), app.request(`/api/${path}`));

const bannerPaths = ['first-banner/', 'sec-banner/', 'handwoven/'];
const allPaths = [...bannerPaths, 'mvideo/'];

describe('the banners', () => {
  it.for([
    ['first-banner/', ['hero-1.jpg', 'hero-2.jpg', 'hero-3.jpg', 'hero-4.jpg', 'hero-5.jpg']],
    ['sec-banner/', ['feature-wedding.jpg', 'feature-indigo.jpg', null, null, null]],
    ['handwoven/', ['tb-sar-005-3.jpg', null, null, null, null]],
  ] as const)('of %s are %j [S-API-31…33 S-HOME-04 Q-034 Q-040]', async ([path, images], { app }) => {
    const [banner] = await readBanners(app, path);
    expect([banner?.img1, banner?.img2, banner?.img3, banner?.img4, banner?.img5]).toEqual(images);
  });

  it('are returned by sec-banner/ with the titles of the slides [S-API-32 Q-040]', async ({ app }) => {
    const [features] = await readBanners(app, 'sec-banner/');
    const titles = ['For a wedding', 'Indigo, light to dark'];
    expect(features?.slides.map(({ title }) => title)).toEqual(titles);
  });

  it.for(bannerPaths)('of %s have only the fields of the contract [S-DATA-01]', async (path, { app }) => {
    const records = await readBanners(app, path);
    expect(records.length).toBeGreaterThan(0);
    for (const { img1, img2, img3, img4, img5, slides } of records) {
      const files = [img1, img2, img3, img4, img5].filter((img) => img !== null);
      expect(files).toEqual(slides.map(({ img }) => img));
      expect(files.filter((file) => !isThere(file))).toEqual([]);
    }
  });
});

describe('the video', () => {
  it('is returned with its id and `videoUrl` [S-API-34 S-DATA-07]', async ({ app }) => {
    const response = await app.request('/api/mvideo/');
    const { _id, video } = VideoResponse.strict().parse(await response.json());
    expect(video._id).toBe(_id);
    expect(video.videoUrl).toBe('breeze.mp4');
    expect([video.videoUrl, video.webmUrl ?? '', video.poster ?? ''].every(isThere)).toBe(true);
  });

  it('causes a 404 response before the owner has added a video [S-API-34]', async ({ app, shop }) => {
    await shop.db.delete(videos);
    expect(await statusAndTitle(app.request('/api/mvideo/'))).toEqual([404, 'not-found']);
  });
});

describe('every endpoint of the content', () => {
  it.for(allPaths)('redirects %s with a missing final slash [S-API-31…34]', async (path, { app }) => {
    const response = await app.request(`/api/${path.slice(0, -1)}?from=home`);
    expect([301, 308]).toContain(response.status);
    const location = response.headers.get('location') ?? '';
    expect(new URL(location, 'http://shop.test').pathname).toBe(`/api/${path}`);
  });
});
