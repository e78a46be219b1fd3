import { data } from 'react-router';

export const loader = () => {
  throw data(undefined, { status: 404 });
};

/** An address under /admin that is no screen: the frame says so. */
export default function NotFoundPage() {
  return null;
}
