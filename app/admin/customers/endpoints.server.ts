import { z } from '@hono/zod-openapi';
import { router } from '../../foundation/http/endpoint.server.ts';
import { staffAction } from '../audit-log/staff-action.server.ts';
import { ListQuery } from '../layout/contract.ts';
import { staff, staffRead } from '../sign-in/staff-access.server.ts';
import {
  AdminCustomer,
  CustomerExport,
  CustomerList,
  EraseCustomerInput,
  ErasedCustomer,
  NoSuchCustomer,
} from './contract.ts';
import { eraseCustomer, exportCustomer, listCustomersWithOrders, readCustomer } from './customers.server.ts';

const oneCustomer = {
  params: z.object({ id: z.uuid('This customer does not exist.') }),
  problems: [NoSuchCustomer],
} as const;

export const adminCustomerEndpoints = router('Admin: customers', [
  staffRead({
    id: 'listCustomers',
    path: '/admin/customers',
    summary: 'List the customers',
    query: ListQuery,
    response: CustomerList,
    run: ({ shop, query }) => listCustomersWithOrders(shop, query),
  }),
  staffRead({
    id: 'getCustomer',
    path: '/admin/customers/{id}',
    summary: 'Read a customer with their orders, ratings and messages',
    ...oneCustomer,
    response: AdminCustomer,
    run: ({ shop, params }) => readCustomer(shop, params.id),
  }),
  staffAction({
    id: 'exportCustomer',
    method: 'post',
    path: '/admin/customers/{id}/export',
    audit: 'customer.export',
    summary: 'Export all personal data of a customer who has asked for it',
    access: staff({ owner: true, fresh: true }),
    ...oneCustomer,
    response: CustomerExport,
    run: (tx, { params }) => exportCustomer(tx, params.id),
  }),
  staffAction({
    id: 'eraseCustomer',
    method: 'post',
    path: '/admin/customers/{id}/erase',
    audit: 'customer.erase',
    summary: 'Erase a customer who has asked for it',
    description:
      'Deletes the same data as when customers delete their own account. Orders stay, with name and address, because tax law requires them.',
    access: staff({ owner: true, fresh: true }),
    ...oneCustomer,
    body: EraseCustomerInput,
    response: ErasedCustomer,
    run: (tx, { params, body }) => eraseCustomer(tx, params.id, body),
  }),
]);
