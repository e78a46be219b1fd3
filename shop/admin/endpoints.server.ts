import { OpenAPIHono } from '@hono/zod-openapi';
import type { ShopEnv } from '../foundation/http.server.ts';
import { adminAudit } from './audit/endpoints.server.ts';
import { adminCsv } from './csv/endpoints.server.ts';
import { adminDoor } from './door/endpoints.server.ts';
import { adminMessages } from './messages/endpoints.server.ts';
import { adminOrders } from './orders/endpoints.server.ts';
import { adminPeople } from './people/endpoints.server.ts';
import { adminPieces } from './pieces/endpoints.server.ts';
import { adminReviews } from './reviews/endpoints.server.ts';
import { adminTeam } from './team/endpoints.server.ts';
import { adminToday } from './today/endpoints.server.ts';
import { adminWindow } from './window/endpoints.server.ts';

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
