import type { NewCustomer } from '../app/customers/accounts.server.ts';
import { pretendSubject } from '../sandbox/pretend-google.server.ts';

/**
 * The three shoppers of the named world: one whose profile is whole, one in another city, and one abroad who has told
 * no more than her name and country. Their addresses and numbers belong to nobody. They have Google accounts with the pretended Google.
 */
export const shoppers: NewCustomer[] = [
  {
    email: 'meera@example.in',
    googleSub: pretendSubject('meera@example.in'),
    firstName: 'Meera',
    lastName: 'Joshi',
    phone: '+919829000000',
    gender: 'Female',
    address: '14, Ravi Nagar, near the water tank',
    apartment: '2nd floor',
    city: 'Jaipur',
    state: 'Rajasthan',
    pincode: '302001',
    country: 'India',
  },
  {
    email: 'ananya@example.in',
    googleSub: pretendSubject('ananya@example.in'),
    firstName: 'Ananya',
    lastName: 'Rao',
    phone: '+919822000000',
    gender: 'Female',
    address: '7, Peth Lane, behind the library',
    apartment: 'Flat 3',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411030',
    country: 'India',
  },
  {
    email: 'sofia@example.com',
    googleSub: pretendSubject('sofia@example.com'),
    firstName: 'Sofia',
    lastName: 'Almeida',
    country: 'United Kingdom',
  },
];
