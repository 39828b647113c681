-- What a person does in Neovim with the set-up of docs/editors.md, and sees of it, as one JSON text.
-- Written for every version from 0.7 on.

local result = {}
local patience = 20000
local script = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p')

local function wait(what, condition)
  if not vim.wait(patience, condition, 20) then
    error('waited in vain for ' .. what, 0)
  end
end

local function step(name, action)
  local isFine, value = pcall(action)
  result[name] = isFine and value or { failure = tostring(value) }
end

--- Puts the cursor onto a text of the buffer.
local function go(text)
  vim.fn.cursor(1, 1)
  assert(vim.fn.search('\\V' .. text, 'cW') > 0, text)
end

local function name()
  return vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ':.'):gsub('\\', '/')
end

local function line()
  return vim.api.nvim_get_current_line()
end

local function lines(buffer)
  return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
end

local function position()
  return vim.lsp.util.make_position_params(0, 'utf-16')
end

local function ask(method, params)
  local answers, problem = vim.lsp.buf_request_sync(0, method, params, patience)
  assert(answers, problem)
  for _, answer in pairs(answers) do
    return answer.result
  end
end

vim.cmd('edit state/farewell.yaml')

step('problems are shown', function()
  wait('diagnostics', function()
    return #vim.diagnostic.get(0) > 0
  end)
  return vim.tbl_map(function(one)
    return (one.lnum + 1) .. ':' .. (one.col + 1) .. ' ' .. one.code .. ': ' .. one.message
  end, vim.diagnostic.get(0))
end)

step('a problem is put right', function()
  local first
  vim.ui.select = function(items, options, choose)
    first = options.format_item(items[1])
    choose(items[1], 1)
  end
  go('home_stat')
  vim.lsp.buf.code_action()
  wait('the fix', function()
    return line():find('home_state', 1, true)
  end)
  wait('no diagnostics', function()
    return #vim.diagnostic.get(0) == 0
  end)
  return { first = first, line = line() }
end)

step('names are offered', function()
  go('context.player_name')
  vim.fn.cursor(vim.fn.line('.'), vim.fn.col('.') + #'context.')
  local answer = ask('textDocument/completion', position())
  return vim.tbl_map(function(one)
    return one.label
  end, answer.items or answer)
end)

step('a hover is shown', function()
  go('player_name')
  vim.lsp.buf.hover()
  local shown
  wait('the hover', function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        shown = lines(vim.api.nvim_win_get_buf(window))
      end
    end
    return shown
  end)
  return shown[1]
end)

step('a renaming goes through all files', function()
  go('home_state')
  vim.lsp.buf.rename('start_state')
  wait('the renaming', function()
    return line():find('start_state', 1, true)
  end)
  vim.cmd('wall')
  local here = line()
  local function written(path)
    return vim.tbl_filter(function(one)
      return one:find('_state', 1, true)
    end, vim.fn.readfile(path))
  end
  return { here = here, main = written('main.yaml'), home = written('state/home.yaml') }
end)

step('a name leads to its definition', function()
  go('start_state')
  vim.lsp.buf.definition()
  wait('the other file', function()
    return name() == 'state/home.yaml'
  end)
  return name() .. ':' .. vim.fn.line('.') .. ': ' .. line()
end)

step('settings are read', function()
  vim.cmd('edit main.yaml')
  vim.fn.setline(vim.fn.search('initial'), 'initial: start')
  wait('diagnostics', function()
    local found = vim.diagnostic.get(0)
    -- While the renaming was on its way, there were others.
    return #found == 1 and found[1].message:find('`start`', 1, true)
  end)
  return vim.tbl_map(function(one)
    return (one.lnum + 1) .. ' ' .. one.code
  end, vim.diagnostic.get(0))
end)

step('a server that hangs ends, and leaves the text alone when it is started again', function()
  local ended = false
  local function start()
    local id = vim.lsp.start_client({
      name = 'hanging',
      cmd = { 'atomic-state', 'lsp', '--stdio' },
      root_dir = vim.fn.getcwd(),
      init_options = { testRequests = true },
      on_exit = function()
        ended = true
      end,
    })
    vim.lsp.buf_attach_client(0, id)
    wait('the start', function()
      local client = vim.lsp.get_client_by_id(id)
      return client and client.initialized
    end)
    return id
  end
  local hanging = vim.lsp.get_client_by_id(start())
  local rpc = hanging.rpc
  rpc.request('atomicState/stopForTest', { uri = vim.uri_from_bufnr(0), how = 'loop' }, function() end)
  wait('the end', function()
    return ended
  end)
  start()
  local found
  wait('the finding', function()
    for _, one in ipairs(vim.diagnostic.get(0)) do
      if one.message:find('language server ended', 1, true) then
        found = (one.lnum + 1) .. ' ' .. one.code
      end
    end
    return found
  end)
  return found
end)

--- A file of this repository, whose root is two folders above this script.
local function ours(path)
  return vim.fn.fnamemodify(script, ':h:h:h') .. '/' .. path
end

--- Adds a parser from a package of npm, whose modules for Node are libraries for Neovim as well.
local function addParser(language, package, file)
  local uname = vim.loop.os_uname()
  local system = uname.sysname == 'Darwin' and 'darwin' or 'linux'
  local machine = (uname.machine == 'arm64' or uname.machine == 'aarch64') and 'arm64' or 'x64'
  local path = ours(('node_modules/%s/prebuilds/%s-%s/%s.node'):format(package, system, machine, file))
  if vim.treesitter.language.add then
    vim.treesitter.language.add(language, { path = path })
  else
    vim.treesitter.require_language(language, path)
  end
end

--- The parts of the buffer that are JavaScript, each with whether it has an error.
local function javascript(text)
  vim.cmd('enew')
  vim.api.nvim_buf_set_lines(0, 0, -1, false, text)
  local parser = vim.treesitter.get_parser(0, 'yaml')
  parser:parse(true)
  local child = parser:children().javascript
  local parts = {}
  for _, tree in ipairs(child and child:trees() or {}) do
    local root = tree:root()
    local text = vim.treesitter.query.get_node_text(root, 0)
    table.insert(parts, text:gsub('%s+', ' ') .. (root:has_error() and ' (error)' or ''))
  end
  table.sort(parts)
  return parts
end

step('expressions are JavaScript', function()
  addParser('yaml', '@tree-sitter-grammars/tree-sitter-yaml', '@tree-sitter-grammars+tree-sitter-yaml')
  addParser('javascript', 'tree-sitter-javascript', 'tree-sitter-javascript')
  local text = vim.fn.readfile(ours('test/editors/expressions.yaml'))
  local before = javascript(text)
  vim.opt.runtimepath:append(ours(''))
  local after = javascript(text)
  -- Helix reads the same language of queries; the expression in this one is for texts of many lines, which Neovim cannot
  -- match, so that all blocks are selected. test/editors-page.test.ts tests it.
  local set = vim.treesitter.query.set or vim.treesitter.query.set_query
  local query = table.concat(vim.fn.readfile(ours('queries/helix/yaml/injections.scm')), '\n')
  query = query:gsub('%(#match%? [^\n]*\n', '(#set! "language" "javascript")\n')
  set('yaml', 'injections', query)
  return { before = before, after = after, helix = javascript(text) }
end)

local file = assert(io.open(vim.env.ATOMIC_STATE_TEST_RESULT, 'w'))
file:write(vim.fn.json_encode(result))
file:close()
vim.cmd('qall!')
