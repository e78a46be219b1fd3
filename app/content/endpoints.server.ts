import { z } from '@hono/zod-openapi';
import { anyone, endpoint, router } from '../foundation/http/endpoint.server.ts';
import { listBanners, listVideos } from './content.server.ts';
import { Banner, type BannerPosition, NotFound, VideoResponse } from './contract.ts';

const listOfBanners = (id: string, path: `/${string}`, position: BannerPosition, summary: string) =>
  endpoint({
    id,
    method: 'get',
    path,
    summary,
    access: anyone,
    response: z.array(Banner),
    run: ({ shop }) => listBanners(shop, position),
  });

export const contentEndpoints = router('Content', [
  listOfBanners('listHeroBanners', '/first-banner/', 'first', 'List the banners at the top of the home page'),
  listOfBanners(
    'listCollectionBanners',
    '/sec-banner/',
    'second',
    'List the banners of the featured collections',
  ),
  listOfBanners('listHandwovenBanners', '/handwoven/', 'handwoven', 'List the close-ups of the weave'),
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
