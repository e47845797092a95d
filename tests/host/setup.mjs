/** In each test file's process: the browser that it shares ends with it. */

import { afterAll } from 'vitest';
import { closeChromium } from './chromium.mjs';

afterAll(closeChromium);
