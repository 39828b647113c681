// Stands in for VS Code's native logger in a server from npm, whose package carries it without its
// binary. Without a logger every output channel stays empty, "Atomic State" among them.
//
// It does what VS Code asks of the native one, with the same lines, except for writing in the background
// and for starting a new file at a size limit: a server lives for one session here.

const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const labels = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
const levels = { trace: 0, debug: 1, info: 2, warn: 3, error: 4, critical: 5 };

let commonLevel = levels.info;

class Logger {
  #file;
  #level;
  #plain = false;

  constructor(_kind, _name, file) {
    this.#file = file;
  }

  getLevel() {
    return this.#level ?? commonLevel;
  }

  setLevel(level) {
    this.#level = level;
  }

  /** From here on messages are written as they are: the text of output channels that are no logs. */
  clearFormatters() {
    this.#plain = true;
  }

  setPattern() {
    // VS Code sets one pattern only, that of #write.
    this.#plain = false;
  }

  flush() {}
  drop() {}

  write(level, message) {
    if (level < this.getLevel()) {
      return;
    }
    const time = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, -1);
    const line = this.#plain ? message : `${time.replace('T', ' ')} [${labels[level]}] ${message}\n`;
    try {
      appendFileSync(this.#file, line);
    } catch {
      // A log that cannot be written must not stop what it reports on.
    }
  }
}

for (const [name, level] of Object.entries(levels)) {
  Logger.prototype[name] = function (message) {
    this.write(level, message);
  };
}

async function create(name, file) {
  mkdirSync(dirname(file), { recursive: true });
  return new Logger('rotating', name, file);
}

// One by one: VS Code imports them by name, which Node finds out from assignments of this form only.
exports.version = 0;
exports.Logger = Logger;
exports.setLevel = (level) => {
  commonLevel = level;
};
exports.setFlushOn = () => undefined;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
