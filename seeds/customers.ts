import type { NewCustomer } from '../app/customers/accounts.server.ts';
import { pretendSubject } from '../sandbox/pretend-google.server.ts';

/**
 * The three customers of the demo. Two have complete profiles and live in different cities of India. The third lives abroad and
 * has only a name and a country. The addresses and phone numbers are invented. All three have accounts with the pretend Google.
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
