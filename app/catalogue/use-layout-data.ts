import { useRouteLoaderData } from 'react-router';
import type { loader as rootLoader } from '../root.tsx';

/** What the root knows for every screen: settings, categories, menus. `undefined` while the root has failed. */
export function useLayoutData() {
  return useRouteLoaderData<typeof rootLoader>('root')?.layoutData;
}
