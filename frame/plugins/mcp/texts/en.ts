const en = {
  server: {
    mcpPersonal: 'An AI assistant may not use “%{name}” with this key.',
    mcpInput: '“%{name}” is not valid: %{reason}',
    mcpConflict: 'Another record is in the way, or it has just changed.',
    changeExpired: 'Ask for a new preview: this change is too old, or of another key.',
  },
};

export default en;
