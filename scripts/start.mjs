// npm start: installs and builds what is missing and runs the whole stack until Ctrl-C or SIGTERM.
import { build } from './build.mjs';
import { install } from './install.mjs';
import { runStack } from './lib/runStack.mjs';
import { services } from './lib/services.mjs';

await runStack({
  services: () => services(process.env),
  async prepare() {
    await install();
    // The services need no declarations.
    await build({ types: false });
  },
});
