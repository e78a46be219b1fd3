import { OpenAPIHono } from '@hono/zod-openapi';
import type { ShopEnv } from '../foundation/http/http.server.ts';
import { auditLogEndpoints } from './audit-log/endpoints.server.ts';
import { adminProductEndpoints } from './catalogue/endpoints.server.ts';
import { adminContentEndpoints } from './content/endpoints.server.ts';
import { adminCustomerEndpoints } from './customers/endpoints.server.ts';
import { dashboardEndpoints } from './dashboard/endpoints.server.ts';
import { importExportEndpoints } from './import-export/endpoints.server.ts';
import { adminMessageEndpoints } from './messages/endpoints.server.ts';
import { notificationEndpoints } from './notifications/endpoints.server.ts';
import { adminOrderEndpoints } from './orders/endpoints.server.ts';
import { adminReviewEndpoints } from './reviews/endpoints.server.ts';
import { staffSignInEndpoints } from './sign-in/endpoints.server.ts';
import { teamEndpoints } from './team/endpoints.server.ts';

export const admin = new OpenAPIHono<ShopEnv>()
  .route('/', staffSignInEndpoints)
  .route('/', teamEndpoints)
  .route('/', auditLogEndpoints)
  .route('/', dashboardEndpoints)
  .route('/', notificationEndpoints)
  .route('/', adminOrderEndpoints)
  .route('/', adminProductEndpoints)
  .route('/', adminContentEndpoints)
  .route('/', adminCustomerEndpoints)
  .route('/', adminReviewEndpoints)
  .route('/', adminMessageEndpoints)
  .route('/', importExportEndpoints);
