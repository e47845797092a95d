/** Electron's main process of the test host: one window with Node in it, at the address that Obsidian's has. */

'use strict';

const { app, BrowserWindow, protocol } = require('electron');
const path = require('path');

const { LUNETA_HOST_PAGE: page, LUNETA_HOST_VAULT: vault, LUNETA_HOST_SIZE: size } = process.env;

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }]);

/**
 * @param {string} folder
 * @param {string} name
 */
function inside(folder, name) {
  const file = path.resolve(folder, name);
  return file.startsWith(folder + path.sep) ? file : '';
}

app.whenReady().then(() => {
  protocol.registerFileProtocol('app', (request, callback) => {
    const name = decodeURIComponent(new URL(request.url).pathname).slice(1);
    callback({ path: name.startsWith('resource/') ? inside(vault, name.slice('resource/'.length)) : inside(page, name) });
  });
  const [width, height] = size.split('x').map(Number);
  const window = new BrowserWindow({
    width, height, useContentSize: true, autoHideMenuBar: true,
    webPreferences: { nodeIntegration: true, contextIsolation: false, sandbox: false, spellcheck: false },
  });
  window.webContents.on('will-navigate', (event) => { event.preventDefault(); });
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  window.loadURL('app://obsidian.md/index.html');
});
app.on('window-all-closed', () => { app.quit(); });
