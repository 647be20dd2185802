// Package ttlcachetest uses a cache whose entries expire in bubbles of testing/synctest.
package ttlcachetest

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jellydator/ttlcache/v3"
)

// TestExpires has an entry that expires at the time at which another goroutine reads it.
func TestExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := ttlcache.New(ttlcache.WithTTL[string, int](time.Minute), ttlcache.WithDisableTouchOnHit[string, int]())
		go c.Start()
		defer c.Stop()
		c.Set("a", 1, ttlcache.DefaultTTL)
		go func() {
			time.Sleep(time.Minute)
			c.Get("a") // there or not
		}()
		time.Sleep(59 * time.Second)
		if c.Get("a") == nil {
			t.Error("the entry is gone after 59 seconds")
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if c.Len() != 0 {
			t.Errorf("%d entries are left after 61 seconds", c.Len())
		}
	})
}

// TestSetAgain sets an entry again while its old time runs out.
func TestSetAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := ttlcache.New(ttlcache.WithTTL[string, int](time.Minute))
		go c.Start()
		defer c.Stop()
		c.Set("a", 1, ttlcache.DefaultTTL)
		time.Sleep(time.Minute)
		c.Set("a", 2, time.Hour)
		synctest.Wait()
		if x := c.Get("a"); x == nil || x.Value() != 2 {
			t.Error("an entry is gone that was set anew")
		}
	})
}

// TestEvicted is told of each entry that expires, once.
func TestEvicted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := ttlcache.New(ttlcache.WithTTL[int, int](time.Minute))
		gone := make(chan int, 3)
		c.OnEviction(func(_ context.Context, r ttlcache.EvictionReason, x *ttlcache.Item[int, int]) {
			if r == ttlcache.EvictionReasonExpired {
				gone <- x.Key()
			}
		})
		go c.Start()
		for i := range 2 {
			go c.Set(i, i, ttlcache.DefaultTTL)
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		c.Stop()
		synctest.Wait()
		if len(gone) != 2 {
			t.Errorf("told of %d entries, want 2", len(gone))
		}
	})
}
