import { useNavigation } from 'react-router';

const listings = /^\/(craft|fabric)\/|^\/[^/]+$/;

/**
 * Says that a page is on its way, for those who wait: a thread runs along the rod, and the words come with it. On a
 * fast network the style sheets keep both hidden, because a flash of them would only unsettle.
 */
export function OnTheWay() {
  const { state, location } = useNavigation();
  const words = location && listings.test(location.pathname) ? 'Loading products...' : 'Loading...';
  return (
    <div className="on-the-way" role="status">
      {state === 'loading' && <span>{words}</span>}
    </div>
  );
}
