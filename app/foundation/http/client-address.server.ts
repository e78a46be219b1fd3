import { createContext } from 'react-router';

/** The network address of whoever asks for a page, as the door found it; rate limits count by it. */
export const clientAddressContext = createContext<string>('unknown');
