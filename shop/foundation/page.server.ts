import { createContext, data, type LoaderFunctionArgs } from 'react-router';
import { Problem } from './problem.ts';
import type { Shop } from './shop.server.ts';

/** How the process hands its shop to the pages. */
export const shopContext = createContext<Shop>();

/** What the error page is told of an expected problem. */
export type PageProblem = { name: string; words: string };

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
      if (error instanceof Problem) {
        const words: PageProblem = { name: error.name, words: error.message };
        throw data(words, { status: error.status });
      }
      throw error;
    }
  };
}
