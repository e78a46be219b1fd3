import { createContext } from 'react-router';

/** Network address of the client that requests a page, for rate limits. */
export const clientAddressContext = createContext<string>('unknown');
