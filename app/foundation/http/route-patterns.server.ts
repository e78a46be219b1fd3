import type { Hono } from 'hono';
import type { ServerBuild } from 'react-router';
import type { Pages } from '../pages/page-handler.server.ts';

/** The React Router build, or a function that loads it. Only the routes of the build are used. */
type PagesOrRoutes = Exclude<Pages, ServerBuild> | Pick<ServerBuild, 'routes'>;

const unmatched = '*';

/**
 * Returns a function that finds the route pattern of a page's path, for metrics. Example: `/:category/:slug/:proId` for
 * `/Sarees/gulnar/TB-SAR-001`. For a data request, the pattern ends with `.data`. If `pages` is undefined or a function, the
 * pattern is always `*`.
 */
export function pagePatternFinder(pages: PagesOrRoutes | undefined): (path: string) => string {
  if (pages === undefined || typeof pages === 'function') return () => unmatched;
  const patterns = patternsOf(pages.routes).map((pattern) => ({
    pattern,
    expression: expressionOf(pattern),
  }));
  return (path) => {
    const isData = path.endsWith('.data');
    const page = isData ? path.replace(/(\/_root|\/_)?\.data$/, '') || '/' : path;
    const pattern = patterns.find(({ expression }) => expression.test(page))?.pattern ?? unmatched;
    return isData ? `${pattern}.data` : pattern;
  };
}

/** Lists the full patterns of all pages except the catch-all page. More specific patterns are first. */
function patternsOf(routes: ServerBuild['routes']): string[] {
  const pathOf = (id: string | undefined): string[] => {
    const route = id === undefined ? undefined : routes[id];
    return route ? [...pathOf(route.parentId), ...(route.path ? [route.path] : [])] : [];
  };
  const parents = new Set(Object.values(routes).map((route) => route?.parentId));
  const leaves = Object.keys(routes).filter((id) => !parents.has(id));
  // Sorts the patterns segment by segment: a literal before a parameter, and a parameter before the wildcard.
  const weight = (pattern: string) => pattern.replaceAll(/:[^/]+/g, '\uFFFE').replaceAll('*', '\uFFFF');
  return leaves
    .map((id) => `/${pathOf(id).join('/')}`)
    .filter((pattern) => pattern !== '/*')
    .sort((a, b) => (weight(a) < weight(b) ? -1 : 1));
}

function expressionOf(pattern: string): RegExp {
  if (pattern === '/') return /^\/$/;
  const segments = pattern.split('/').slice(1).map(segmentExpression);
  return new RegExp(`^${segments.join('')}/?$`, 'i');
}

function segmentExpression(segment: string): string {
  if (segment === '*') return '(?:/.*)?';
  if (segment.startsWith(':')) return segment.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+';
  return `/${segment.replaceAll(/[^\w-]/g, '\\$&')}`;
}

/** Removes regular expressions: `/a/:id{[A-Z]+}` → `/a/:id`. Returns undefined for a catch-all or an empty pattern. */
export function endpointPattern(pattern: string): string | undefined {
  return pattern === '*' || pattern === '/*' || pattern === ''
    ? undefined
    : pattern.replaceAll(/\{[^}]*\}/g, '');
}

/** Returns the pattern of the API endpoint for a request, or else of the page. HEAD requests match the endpoints for GET. */
export function routePattern(
  app: Pick<Hono, 'router'>,
  requestedMethod: string,
  path: string,
  findPagePattern: (path: string) => string,
): string {
  const method = requestedMethod === 'HEAD' ? 'GET' : requestedMethod;
  const [matches] = app.router.match(method, path);
  const withMethod = matches.map(([[, route]]) => route).filter((route) => route.method === method);
  return endpointPattern(withMethod.at(-1)?.path ?? '') ?? findPagePattern(path);
}
