import type { Hono } from 'hono';
import type { ServerBuild } from 'react-router';
import type { Pages } from '../pages/page-handler.server.ts';

/** React Router's build, reduced to the routes. */
type RoutesOf = Exclude<Pages, ServerBuild> | Pick<ServerBuild, 'routes'>;

/** Pattern of a path that matches no route. */
const unmatched = '*';

/**
 * Returns a function that finds the pattern of a page's path: `/:category/:slug/:proId` for `/Sarees/gulnar/TB-SAR-001`.
 * Patterns of data requests end in `.data`. Use the patterns only for metrics: React Router's own matching has more rules.
 */
export function pagePatternFinder(pages: RoutesOf | undefined): (path: string) => string {
  if (pages === undefined || typeof pages === 'function') return () => unmatched;
  const patterns = patternsOf(pages.routes).map((pattern) => ({
    pattern,
    expression: expressionOf(pattern),
  }));
  return (path) => {
    const isData = path.endsWith('.data');
    const page = isData ? path.replace(/(\/_root|\/_)?\.data$/, '') || '/' : path;
    const found = patterns.find(({ expression }) => expression.test(page))?.pattern ?? unmatched;
    return isData ? `${found}.data` : found;
  };
}

/** Lists the full patterns of all pages, more specific ones first. */
function patternsOf(routes: ServerBuild['routes']): string[] {
  const pathOf = (id: string | undefined): string[] => {
    const route = id === undefined ? undefined : routes[id];
    return route ? [...pathOf(route.parentId), ...(route.path ? [route.path] : [])] : [];
  };
  const parents = new Set(Object.values(routes).map((route) => route?.parentId));
  const leaves = Object.keys(routes).filter((id) => !parents.has(id));
  // In each segment, literals sort before parameters, and parameters before the wildcard.
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

/** Removes regular expressions from a route pattern: `/a/:id{[A-Z]+}` → `/a/:id`. Returns undefined for a catch-all. */
export function endpointPattern(pattern: string): string | undefined {
  return pattern === '*' || pattern === '/*' || pattern === ''
    ? undefined
    : pattern.replaceAll(/\{[^}]*\}/g, '');
}

/** Returns the route pattern of the endpoint that matches, otherwise of the page. */
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
