import { OpenAPIHono } from '@hono/zod-openapi';
import type { ShopEnv } from '../foundation/http/http.server.ts';
import { auditLogEndpoints } from './audit-log/endpoints.server.ts';
import { productEndpoints } from './catalogue/endpoints.server.ts';
import { contentEndpoints } from './content/endpoints.server.ts';
import { customerEndpoints } from './customers/endpoints.server.ts';
import { dashboardEndpoints } from './dashboard/endpoints.server.ts';
import { importExportEndpoints } from './import-export/endpoints.server.ts';
import { messageEndpoints } from './messages/endpoints.server.ts';
import { adminOrders } from './orders/endpoints.server.ts';
import { reviewEndpoints } from './reviews/endpoints.server.ts';
import { staffSignInEndpoints } from './sign-in/endpoints.server.ts';
import { teamEndpoints } from './team/endpoints.server.ts';

/** The back office's calls, one line for each subject. */
export const admin = new OpenAPIHono<ShopEnv>()
  .route('/', staffSignInEndpoints)
  .route('/', teamEndpoints)
  .route('/', auditLogEndpoints)
  .route('/', dashboardEndpoints)
  .route('/', adminOrders)
  .route('/', productEndpoints)
  .route('/', contentEndpoints)
  .route('/', customerEndpoints)
  .route('/', reviewEndpoints)
  .route('/', messageEndpoints)
  .route('/', importExportEndpoints);
