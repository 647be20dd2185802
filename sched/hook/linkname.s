// This file is empty: it lets the package declare functions whose bodies are in package runtime.
