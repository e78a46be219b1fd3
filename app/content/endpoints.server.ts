import { z } from '@hono/zod-openapi';
import { anyone, endpoint, router } from '../foundation/http/endpoint.server.ts';
import { listBanners, listVideos } from './content.server.ts';
import { Banner, NotFound, VideoResponse } from './contract.ts';

const Banners = z.array(Banner);

export const contentEndpoints = router('Content', [
  endpoint({
    id: 'listHeroBanners',
    method: 'get',
    path: '/first-banner/',
    summary: 'List the banners at the top of the home page',
    access: anyone,
    response: Banners,
    run: ({ shop }) => listBanners(shop, 'first'),
  }),
  endpoint({
    id: 'listCollectionBanners',
    method: 'get',
    path: '/sec-banner/',
    summary: 'List the banners of the featured collections',
    access: anyone,
    response: Banners,
    run: ({ shop }) => listBanners(shop, 'second'),
  }),
  endpoint({
    id: 'listHandwovenBanners',
    method: 'get',
    path: '/handwoven/',
    summary: 'List the close-ups of the weave',
    access: anyone,
    response: Banners,
    run: ({ shop }) => listBanners(shop, 'handwoven'),
  }),
  endpoint({
    id: 'getHomeVideo',
    method: 'get',
    path: '/mvideo/',
    summary: 'Read the video of the home page',
    access: anyone,
    response: VideoResponse,
    problems: [NotFound],
    async run({ shop }) {
      const [video] = await listVideos(shop);
      if (!video) throw NotFound();
      return { _id: video._id, video };
    },
  }),
]);
