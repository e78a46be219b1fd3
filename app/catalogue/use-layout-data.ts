import { useRouteLoaderData } from 'react-router';
import type { loader as rootLoader } from '../root.tsx';

/** Returns the data of the root loader for the layout. Returns undefined if the root loader has failed. */
export function useLayoutData() {
  return useRouteLoaderData<typeof rootLoader>('root')?.layoutData;
}
