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

describe('the banners', () => {
  it.for([
    ['first-banner/', ['hero-1.jpg', 'hero-2.jpg', 'hero-3.jpg', 'hero-4.jpg', 'hero-5.jpg']],
    ['sec-banner/', ['feature-wedding.jpg', 'feature-indigo.jpg', null, null, null]],
    ['handwoven/', ['tb-sar-005-3.jpg', null, null, null, null]],
  ] as const)(
    'of %s have the images %j and only the fields of the contract [S-API-31…33 S-DATA-01 S-HOME-04 Q-034 Q-040]',
    async ([path, images], { app }) => {
      const banners = await readBanners(app, path);
      const imagesOf = ({ img1, img2, img3, img4, img5 }: Banner) => [img1, img2, img3, img4, img5];
      expect(banners.map(imagesOf)[0]).toEqual(images);
      for (const banner of banners) {
        const files = imagesOf(banner).filter((img) => img !== null);
        expect(files).toEqual(banner.slides.map(({ img }) => img));
        expect(files.filter((file) => !isThere(file))).toEqual([]);
      }
      const titles = ['For a wedding', 'Indigo, light to dark'];
      if (path === 'sec-banner/') expect(banners[0]?.slides.map(({ title }) => title)).toEqual(titles);
    },
  );
});

describe('the video of the home page', () => {
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

it('a path without its final slash is redirected to the path with the slash [S-API-31…34]', async ({
  app,
}) => {
  for (const path of ['first-banner/', 'sec-banner/', 'handwoven/', 'mvideo/']) {
    const response = await app.request(`/api/${path.slice(0, -1)}?from=home`);
    expect([301, 308]).toContain(response.status);
    const location = response.headers.get('location') ?? '';
    expect(new URL(location, 'http://shop.test').pathname).toBe(`/api/${path}`);
  }
});
