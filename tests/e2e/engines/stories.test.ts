/** Runs all stories in one file, so that each engine is started once. */
import './stories/admin.ts';
import './stories/cart.ts';
import './stories/catalogue.ts';
import './stories/checkout.ts';
import './stories/dialogs.ts';
