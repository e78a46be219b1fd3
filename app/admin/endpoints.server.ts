import { OpenAPIHono } from '@hono/zod-openapi';
import type { ShopEnv } from '../foundation/http/http.server.ts';
import { adminAudit } from './audit-log/endpoints.server.ts';
import { adminPieces } from './catalogue/endpoints.server.ts';
import { adminWindow } from './content/endpoints.server.ts';
import { adminPeople } from './customers/endpoints.server.ts';
import { adminToday } from './dashboard/endpoints.server.ts';
import { adminCsv } from './import-export/endpoints.server.ts';
import { adminMessages } from './messages/endpoints.server.ts';
import { adminOrders } from './orders/endpoints.server.ts';
import { adminReviews } from './reviews/endpoints.server.ts';
import { adminDoor } from './sign-in/endpoints.server.ts';
import { adminTeam } from './team/endpoints.server.ts';

/** The back office's calls, one line for each subject. */
export const admin = new OpenAPIHono<ShopEnv>()
  .route('/', adminDoor)
  .route('/', adminTeam)
  .route('/', adminAudit)
  .route('/', adminToday)
  .route('/', adminOrders)
  .route('/', adminPieces)
  .route('/', adminWindow)
  .route('/', adminPeople)
  .route('/', adminReviews)
  .route('/', adminMessages)
  .route('/', adminCsv);
