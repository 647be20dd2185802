package result

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// configLimit is the longest value of ConfigEnv that holds the Config itself: Linux allows 128 KiB.
const configLimit = 96 << 10

// ReadConfig returns the Config in the environment of a test binary, nil if there is none.
func ReadConfig() (*Config, error) {
	value := os.Getenv(ConfigEnv)
	if value == "" {
		return nil, nil
	}
	data := []byte(value)
	if !strings.HasPrefix(value, "{") {
		var err error
		if data, err = os.ReadFile(value); err != nil {
			return nil, fmt.Errorf("reading the configuration: %w", err)
		}
	}
	c := new(Config)
	if err := json.Unmarshal(data, c); err != nil {
		return nil, fmt.Errorf("reading the configuration: %w", err)
	}
	return c, nil
}

// WriteConfig returns the value of ConfigEnv for c. If c is too long for the environment, it writes c to a file in dir
// and also returns the path of that file, else an empty path. The caller must remove the file.
func WriteConfig(c *Config, dir string) (value, file string, err error) {
	data, err := json.Marshal(c)
	if err != nil {
		return "", "", fmt.Errorf("writing the configuration: %w", err)
	}
	if len(data) <= configLimit {
		return string(data), "", nil
	}
	f, err := os.CreateTemp(dir, "config-")
	if err != nil {
		return "", "", fmt.Errorf("writing the configuration: %w", err)
	}
	_, err = f.Write(data)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		os.Remove(f.Name())
		return "", "", fmt.Errorf("writing the configuration: %w", err)
	}
	return f.Name(), f.Name(), nil
}
