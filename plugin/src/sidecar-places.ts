/** Where `luneta` may be installed. Names only: nothing is looked at here. */

/** The machine as far as places depend on it. */
export interface Machine {
	/** Node's name: "win32", "darwin", "linux", ... */
	readonly platform: string;
	/** The user's own folder, absolute. */
	readonly home: string;
	readonly env: Readonly<Record<string, string | undefined>>;
}

export function isWindows(machine: Machine): boolean {
	return machine.platform === 'win32';
}

/** No `.cmd` or `.bat` on Windows: those need a shell to run them. */
export function programName(machine: Machine): string {
	return isWindows(machine) ? 'luneta.exe' : 'luneta';
}

/**
 * Absolute folders, in the order in which to look: PATH, then where uv, pipx, Homebrew and Pythons put programs, since
 * Obsidian started from a dock or menu does not have the shell's PATH. A `*` stands for anything in a
 * folder's name: the last by number is looked at first.
 */
export function sidecarFolders(machine: Machine): string[] {
	const usual = isWindows(machine) ? windowsFolders(machine) : posixFolders(machine);
	return [...new Set([...pathFolders(machine), ...usual].filter((folder) => isAbsolute(folder, machine)))];
}

/** A relative entry of PATH would mean something else in each folder, and on Windows quotes may stand around an entry. */
function pathFolders(machine: Machine): string[] {
	const { env } = machine;
	const path = env['PATH'] ?? env['Path'] ?? '';
	return path.split(isWindows(machine) ? ';' : ':').map((folder) => folder.trim().replaceAll('"', ''));
}

function isAbsolute(folder: string, machine: Machine): boolean {
	return isWindows(machine) ? /^[a-z]:[\\/]|^\\\\/i.test(folder) : folder.startsWith('/');
}

function posixFolders({ platform, home, env }: Machine): string[] {
	const data = env['XDG_DATA_HOME'] || `${home}/.local/share`;
	const mac = [
		'/opt/homebrew/bin',
		'/usr/local/bin',
		`${home}/Library/Python/*/bin`,
		'/Library/Frameworks/Python.framework/Versions/*/bin',
		`${home}/Library/Application Support/pipx/venvs/luneta/bin`,
	];
	const linux = ['/usr/local/bin', '/usr/bin', '/home/linuxbrew/.linuxbrew/bin', '/run/current-system/sw/bin'];
	return [
		env['UV_TOOL_BIN_DIR'] ?? '',
		env['PIPX_BIN_DIR'] ?? '',
		env['XDG_BIN_HOME'] ?? '',
		`${home}/.local/bin`,
		`${env['UV_TOOL_DIR'] || `${data}/uv/tools`}/luneta/bin`,
		`${env['PIPX_HOME'] || `${data}/pipx`}/venvs/luneta/bin`,
		`${home}/.local/pipx/venvs/luneta/bin`,
		...(platform === 'darwin' ? mac : linux),
		`${home}/.nix-profile/bin`,
		`${home}/.local/share/mise/installs/python/*/bin`,
		`${home}/.asdf/installs/python/*/bin`,
		`${home}/.pyenv/versions/*/bin`,
	];
}

function windowsFolders({ home, env }: Machine): string[] {
	const local = env['LOCALAPPDATA'] || `${home}\\AppData\\Local`;
	const roaming = env['APPDATA'] || `${home}\\AppData\\Roaming`;
	return [
		env['UV_TOOL_BIN_DIR'] ?? '',
		env['PIPX_BIN_DIR'] ?? '',
		env['XDG_BIN_HOME'] ?? '',
		`${home}\\.local\\bin`,
		`${env['UV_TOOL_DIR'] || `${roaming}\\uv\\tools`}\\luneta\\Scripts`,
		`${roaming}\\uv\\data\\tools\\luneta\\Scripts`,
		`${env['PIPX_HOME'] || `${home}\\pipx`}\\venvs\\luneta\\Scripts`,
		`${local}\\pipx\\pipx\\venvs\\luneta\\Scripts`,
		`${local}\\Programs\\Python\\*\\Scripts`,
		`${roaming}\\Python\\*\\Scripts`,
		`${local}\\Packages\\PythonSoftwareFoundation.Python.*\\LocalCache\\local-packages\\*\\Scripts`,
		`${local}\\Python\\*\\Scripts`,
		`${home}\\.pyenv\\pyenv-win\\versions\\*\\Scripts`,
		`${env['ProgramFiles'] || 'C:\\Program Files'}\\Python*\\Scripts`,
		'C:\\Python*\\Scripts',
	];
}
