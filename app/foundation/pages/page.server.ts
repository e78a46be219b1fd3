import { createContext, data, type LoaderFunctionArgs } from 'react-router';
import { DatabaseUnavailable, isDatabaseUnavailable } from '../database/database-unavailable.server.ts';
import { Problem } from '../http/problem.ts';
import type { Shop } from '../shop.server.ts';

/** Router context with the client's network address, for rate limits. */
export const clientAddressContext = createContext<string>('unknown');

export const shopContext = createContext<Shop>();

/** Router context with the body of the rendered page. Null if the response is not a page. */
export const renderedPageContext = createContext<Buffer<ArrayBuffer> | null>(null);

type PageArgs = { shop: Shop; params: LoaderFunctionArgs['params']; url: URL; request: Request };

/**
 * Creates a route loader or action. If it throws a {@link Problem} or {@link DatabaseUnavailable}, the error page shows the
 * status and the message. A thrown redirect or response is sent unchanged. Any other error is a bug and causes the 500 page.
 */
export function page<T>(load: (args: PageArgs) => Promise<T>) {
  return async ({ context, params, url, request }: LoaderFunctionArgs): Promise<T> => {
    try {
      return await load({ shop: context.get(shopContext), params, url, request });
    } catch (error) {
      const isUnavailable = isDatabaseUnavailable(error);
      if (isUnavailable)
        context.get(shopContext).log.error({ err: error, path: url.pathname }, 'page failed');
      const problem = isUnavailable ? DatabaseUnavailable() : error;
      if (problem instanceof Problem)
        throw data({ name: problem.name, text: problem.message }, { status: problem.status });
      throw error;
    }
  };
}
