import type { Hono } from 'hono';
import type { ServerBuild } from 'react-router';
import type { Pages } from '../pages/page-handler.server.ts';

/** All that is asked of the pages: their routes. */
type RoutesOf = Exclude<Pages, ServerBuild> | Pick<ServerBuild, 'routes'>;

/** What stands for an address that is none of the shop's. */
const elsewhere = '*';

/**
 * Names addresses by the pattern of the page that answers them: `/Sarees/gulnar/TB-SAR-001` is `/:category/:slug/:proId`.
 * What a page's script asks for ends in `.data`. Only for counting: React Router decides by itself, and knows more.
 */
export function pagePatternFinder(pages: RoutesOf | undefined): (path: string) => string {
  if (pages === undefined || typeof pages === 'function') return () => elsewhere;
  const patterns = patternsOf(pages.routes).map((pattern) => ({ pattern, fits: expressionOf(pattern) }));
  return (path) => {
    const isData = path.endsWith('.data');
    const page = isData ? path.replace(/(\/_root|\/_)?\.data$/, '') || '/' : path;
    const found = patterns.find(({ fits }) => fits.test(page))?.pattern ?? elsewhere;
    return isData ? `${found}.data` : found;
  };
}

/** The whole pattern of every page, the one that says most before those that it is a case of. */
function patternsOf(routes: ServerBuild['routes']): string[] {
  const pathOf = (id: string | undefined): string[] => {
    const route = id === undefined ? undefined : routes[id];
    return route ? [...pathOf(route.parentId), ...(route.path ? [route.path] : [])] : [];
  };
  const parents = new Set(Object.values(routes).map((route) => route?.parentId));
  const leaves = Object.keys(routes).filter((id) => !parents.has(id));
  // Words before names before "anything", part by part.
  const weight = (pattern: string) => pattern.replaceAll(/:[^/]+/g, '\uFFFE').replaceAll('*', '\uFFFF');
  return leaves
    .map((id) => `/${pathOf(id).join('/')}`)
    .filter((pattern) => pattern !== '/*')
    .sort((a, b) => (weight(a) < weight(b) ? -1 : 1));
}

function expressionOf(pattern: string): RegExp {
  if (pattern === '/') return /^\/$/;
  const parts = pattern.split('/').slice(1).map(partOf);
  return new RegExp(`^${parts.join('')}/?$`, 'i');
}

function partOf(part: string): string {
  if (part === '*') return '(?:/.*)?';
  if (part.startsWith(':')) return part.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+';
  return `/${part.replaceAll(/[^\w-]/g, '\\$&')}`;
}

/** Returns the route pattern without regular expressions (`/api/product/get-single/:id`), or undefined for a catch-all. */
export function endpointPattern(pattern: string): string | undefined {
  return pattern === '*' || pattern === '/*' || pattern === ''
    ? undefined
    : pattern.replaceAll(/\{[^}]*\}/g, '');
}

/** Returns the route pattern of the endpoint that matches, or else the name of the page. */
export function routePattern(
  app: Pick<Hono, 'router'>,
  requestedMethod: string,
  path: string,
  findPagePattern: (path: string) => string,
): string {
  const method = requestedMethod === 'HEAD' ? 'GET' : requestedMethod;
  const [matches] = app.router.match(method, path);
  const own = matches.map(([[, route]]) => route).filter((route) => route.method === method);
  return endpointPattern(own.at(-1)?.path ?? '') ?? findPagePattern(path);
}
