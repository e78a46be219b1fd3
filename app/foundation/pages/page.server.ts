import { createContext, data, type LoaderFunctionArgs } from 'react-router';
import { DatabaseUnavailable, isDatabaseUnavailable } from '../database/database-unavailable.server.ts';
import { Problem } from '../http/problem.ts';
import type { Shop } from '../shop.server.ts';

/** How the process hands its shop to the pages. */
export const shopContext = createContext<Shop>();

/** The page that was rendered for a visit, as it is sent; `null` where the answer is something else. */
export const renderedPage = createContext<Buffer<ArrayBuffer> | null>(null);

/** What the error page is told of an expected problem. */
export type PageProblem = { name: string; text: string };

type PageArgs = { shop: Shop; params: LoaderFunctionArgs['params']; url: URL; request: Request };

/**
 * Makes a route loader, or an action, of a function of the shop. A thrown {@link Problem} becomes the error page
 * with the problem's status and words; anything else is a bug and becomes the 500 page.
 */
export function page<T>(load: (args: PageArgs) => Promise<T>) {
  return async ({ context, params, url, request }: LoaderFunctionArgs): Promise<T> => {
    try {
      return await load({ shop: context.get(shopContext), params, url, request });
    } catch (error) {
      const isAway = isDatabaseUnavailable(error);
      if (isAway) context.get(shopContext).log.error({ err: error, path: url.pathname }, 'a page failed');
      const problem = isAway ? DatabaseUnavailable() : error;
      if (problem instanceof Problem) {
        const shown: PageProblem = { name: problem.name, text: problem.message };
        throw data(shown, { status: problem.status });
      }
      throw error;
    }
  };
}
