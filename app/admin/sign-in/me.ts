import { adminApi, adminQuery } from '../admin-api.ts';
import { useAdminQuery } from '../layout/use-admin.ts';

const meQuery = adminQuery(['me'], (options) => adminApi.me.$get({}, options));

/** Returns the signed-in staff member. */
export const useMe = () => useAdminQuery(meQuery);
