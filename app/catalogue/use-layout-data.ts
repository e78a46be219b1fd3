import { useRouteLoaderData } from 'react-router';
import type { loader as rootLoader } from '../root.tsx';

/** Returns the layout data of the root loader, or undefined if it has failed. */
export function useLayoutData() {
  return useRouteLoaderData<typeof rootLoader>('root')?.layoutData;
}
